import type pg from 'pg'

/**
 * SQL for the generation of a database: its system identifier and its timeline. A standby that is promoted and a backup that
 * is restored begin another timeline; within one, nothing that was committed is ever missing. Not to be asked of a standby.
 */
export const generationSql = `(select system_identifier::text from pg_control_system())
  || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8)`

const question = `select case when not pg_is_in_recovery() then ${generationSql} end as generation`

/** SQLSTATE of a statement that writes, sent to a server that only reads. */
const READ_ONLY = '25006'

/** The server follows another one: what it answers may be old, and it takes no writes. */
export class StandbyRefused extends Error {
  constructor() {
    super('The server is a standby: it takes no writes before it is promoted.')
  }
}

/** The database has gone on without a part of what it had acknowledged: what was decided before does not belong into it. */
export class OtherGeneration extends Error {
  constructor() {
    super('The database has gone on as another generation: it was promoted or restored.')
  }
}

/**
 * What one user of a database knows of its generation. Each connection is asked for it when it is opened, and never
 * again: a promotion ends all connections, so a statement pays nothing for this.
 */
export interface Generations {
  /** Of the connection that was opened last; null before the first. */
  readonly current: string | null
  /**
   * To be called before anything else is sent over a connection. When the answer is another generation than the current
   * one, all connections to the former are broken off and the listeners are called, before this is fulfilled. Throws
   * `StandbyRefused`. From then on, the connection is broken off when the server turns out to be read-only.
   */
  admit(client: pg.ClientBase): Promise<string>
  /** Returns the function that ends it. */
  onChange(listener: () => void): () => void
}

export function createGenerations(): Generations {
  const open = new Map<pg.ClientBase, string>()
  const listeners = new Set<() => void>()
  let current: string | null = null

  const change = (generation: string) => {
    const isFirst = current === null
    current = generation
    for (const [client, of] of open) if (of !== generation) breakOff(client)
    if (!isFirst) for (const listener of [...listeners]) listener()
  }

  return {
    get current() {
      return current
    },
    async admit(client) {
      // A connection that is broken off while it is lent has nobody else to hear of it.
      client.on('error', ignore)
      breakOffWhenReadOnly(client)
      const { rows } = await client.query<{ generation: string | null }>(question)
      const generation = rows[0]?.generation ?? null
      if (generation === null) throw new StandbyRefused()
      open.set(client, generation)
      client.once('end', () => open.delete(client))
      if (generation !== current) change(generation)
      return generation
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const ignore = () => undefined

/** What this file relies on of the driver, beyond what it declares. */
interface Wire {
  readonly stream: { destroy(): void }
  on(event: 'errorMessage', listener: (error: { readonly code?: string }) => void): void
}

const wireOf = (client: pg.ClientBase): Wire => (client as unknown as { readonly connection: Wire }).connection

/** Without a good-bye: whatever is under way on it ends with an error, here and, as soon as it notices, in the server. */
export function breakOff(client: pg.ClientBase): void {
  wireOf(client).stream.destroy()
}

/** A server that changes its role without closing its connections would otherwise be asked again and again. */
function breakOffWhenReadOnly(client: pg.ClientBase): void {
  wireOf(client).on('errorMessage', ({ code }) => {
    if (code === READ_ONLY) breakOff(client)
  })
}
