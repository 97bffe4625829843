import pg, { type ClientBase } from 'pg'
import { limits } from '#core/limits.ts'
import { messageOf } from '#core/message-of.ts'
import { arriveOrStay, contentArrived, forgetLeaving, refuseChanged, type Side } from './arrive.ts'
import { changeCounts } from './change-counts.ts'
import { deleteRows, withoutTriggers } from './copy-rows.ts'
import { MoveRefused, MoveUnfinished } from './move-refused.ts'
import { type OwnedTable, ownedTables } from './owned-tables.ts'
import { lockMoves, refuseElsewhere, refuseLiving, refuseMoved, refuseUnequal } from './refusals.ts'

export interface Move {
  readonly ownerId: string
  readonly from: string
  readonly to: string
}

export interface Moved {
  readonly tables: number
  readonly rows: number
  /** The rows had arrived before an interruption: only those that were left behind have been removed. */
  readonly isContinued: boolean
}

/**
 * Moves an owner, with everything that belongs to it, from one database to another. Processes of the source are stopped
 * meanwhile; those of the target may run, and its engines take the runs up where they are.
 *
 * The rows arrive in one transaction, in which they are counted and compared. Another one then removes them at the source. An
 * interruption before the first commit changes nothing; after it, the same command removes what was left behind. A row at the
 * source says that the owner is leaving, before anything can have arrived: no process starts there until the move has ended, or
 * `stayOwner` has found that nothing has arrived.
 */
export async function moveOwner({ ownerId, from, to }: Move): Promise<Moved> {
  return withClient(from, (source) =>
    withClient(to, async (target) => {
      const [here, there] = await refuseUnequal(source, target)
      await lockMoves(source)
      await refuseLiving(source)
      await refuseMoved(source, ownerId)
      await refuseElsewhere(source, ownerId, there)
      const tables = await ownedTables(source)
      const parties = { source, target, tables, ownerId }
      const content = await contentArrived(target, ownerId, here)
      if (content === null)
        await arriveOrStay(parties, { identity: here, name: nameOf(from) }, { identity: there, name: nameOf(to) })
      try {
        if (content !== null) await refuseChanged(parties, content, nameOf(to))
        const rows = await leave(source, tables, ownerId, { identity: there, name: nameOf(to) })
        return { tables: tables.length, rows, isContinued: content !== null }
      } catch (error) {
        if (error instanceof MoveRefused) throw error
        throw new MoveUnfinished(
          `${ownerId} has arrived at ${nameOf(to)}, and its rows are still here as well: ${messageOf(error)}. Start no process of this database; run the same command again.`,
        )
      }
    }),
  )
}

/** Gives up a move that has broken off, where nothing has arrived: processes may start at the source again. */
export async function stayOwner({ ownerId, from, to }: Move): Promise<void> {
  await withClient(from, (source) =>
    withClient(to, async (target) => {
      const [here, there] = await refuseUnequal(source, target)
      await lockMoves(source)
      await refuseElsewhere(source, ownerId, there)
      if ((await contentArrived(target, ownerId, here)) !== null)
        throw new MoveRefused(`${ownerId} has arrived at ${nameOf(to)}. Run heddle owner move ${ownerId} again.`)
      if (!(await forgetLeaving(source, ownerId))) throw new MoveRefused(`${ownerId} is not on its way anywhere.`)
    }),
  )
}

async function withClient<Result>(url: string, work: (client: ClientBase) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: limits.database.connectMs })
  client.on('error', () => undefined)
  await client.connect()
  try {
    // Values travel as text: both sessions have to spell them alike.
    await client.query(
      `set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'iso_8601'; set bytea_output = 'hex'`,
    )
    await client.query('set extra_float_digits = 1; set row_security = on')
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Which database an address leads to, for people and for the record: host, port and name. */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

async function leave(source: ClientBase, tables: readonly OwnedTable[], ownerId: string, there: Side): Promise<number> {
  let rows = 0
  await changeCounts(source, ownerId, -1)
  await withoutTriggers(source, tables, async () => {
    for (const table of tables.toReversed()) rows += await deleteRows(source, table, ownerId)
  })
  await source.query('delete from moved_owner where owner_id = $1', [ownerId])
  await source.query(`insert into moved_owner (owner_id, direction, database, identity) values ($1, 'out', $2, $3)`, [
    ownerId,
    there.name,
    there.identity,
  ])
  await source.query('commit')
  return rows
}
