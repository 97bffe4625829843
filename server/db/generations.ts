import type pg from 'pg'

/**
 * SQL for the generation of a database: its system identifier and its timeline. A promoted standby and a restored
 * backup begin another timeline; within one timeline, no committed data is ever missing. A standby cannot execute this
 * query.
 */
export const generationSql = `(select system_identifier::text from pg_control_system())
  || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8)`

const question = `select case when not pg_is_in_recovery() then ${generationSql} end as generation`

/** SQLSTATE of a statement that writes, sent to a server that only reads. */
const READ_ONLY = '25006'

/** The server is a standby: its data may be stale, and it takes no writes. */
export class StandbyRefused extends Error {
  constructor() {
    super('The server is a standby: it takes no writes before it is promoted.')
  }
}

/** The database has lost a part of what it had acknowledged. Decisions from before must not be written to it. */
export class OtherGeneration extends Error {
  constructor() {
    super('The database has gone on as another generation: it was promoted or restored.')
  }
}

/**
 * The generation of a database, as one pool or client knows it. Each connection queries it once, when it is opened: a
 * promotion ends all connections, so single statements need no check.
 */
export interface Generations {
  /** The generation of the connection that was opened last; null before the first. */
  readonly current: string | null
  /**
   * Must be called before any other statement on a connection. When the generation differs from the current one, all
   * connections to the former one are destroyed and the listeners are called before the promise resolves. Throws
   * `StandbyRefused`. From then on, the connection is destroyed when the server turns out to be read-only.
   */
  admit(client: pg.ClientBase): Promise<string>
  /** Returns the function that removes the listener. */
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
      // The pool has no error listener on a checked-out connection, so destroying one would emit an unhandled error.
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

/** The parts of the driver that this file uses beyond its declared types. */
interface Wire {
  readonly stream: { destroy(): void }
  on(event: 'errorMessage', listener: (error: { readonly code?: string }) => void): void
}

const wireOf = (client: pg.ClientBase): Wire => (client as unknown as { readonly connection: Wire }).connection

/**
 * Destroys the connection without a protocol goodbye. Pending statements fail here at once, and in the server as soon
 * as the server notices.
 */
export function breakOff(client: pg.ClientBase): void {
  wireOf(client).stream.destroy()
}

/**
 * A server may change its role without closing its connections. Such a connection would otherwise be used again and
 * again.
 */
function breakOffWhenReadOnly(client: pg.ClientBase): void {
  wireOf(client).on('errorMessage', ({ code }) => {
    if (code === READ_ONLY) breakOff(client)
  })
}
