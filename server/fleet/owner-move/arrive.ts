import { createHash } from 'node:crypto'
import pg, { type ClientBase } from 'pg'
import { messageOf } from '#core/message-of.ts'
import { changeCounts } from './change-counts.ts'
import { copyAccounts } from './copy-accounts.ts'
import { copyRows, sumOf, withoutTriggers } from './copy-rows.ts'
import { MoveRefused, MoveUnfinished } from './move-refused.ts'
import type { OwnedTable } from './owned-tables.ts'
import { refuseLiving } from './refusals.ts'

/** One of the two databases: by its system identifier and name, and as people call it. */
export interface Side {
  readonly identity: string
  readonly name: string
}

export interface Parties {
  readonly source: ClientBase
  readonly target: ClientBase
  readonly tables: readonly OwnedTable[]
  readonly ownerId: string
}

/**
 * The sum of what has arrived from a database; null where nothing has. Not the address is compared: two installations may
 * well have the same one.
 */
export async function contentArrived(target: ClientBase, ownerId: string, here: string): Promise<string | null> {
  const { rows } = await target.query<{ content: string }>(
    `select content from moved_owner where owner_id = $1 and direction = 'in' and identity = $2`,
    [ownerId, here],
  )
  return rows[0]?.content ?? null
}

async function beginMove({ source, tables }: Parties): Promise<void> {
  await source.query('begin isolation level repeatable read')
  // Nobody else writes here until the end.
  await source.query(
    `lock table ${tables.map(({ name }) => `"${name}"`).join(', ')} in share row exclusive mode nowait`,
  )
}

/** What arrived once is removed at the source only as long as it is still the same: anything else is in no other place. */
export async function refuseChanged(parties: Parties, content: string, there: string): Promise<void> {
  await beginMove(parties)
  const sums: string[] = []
  for (const table of parties.tables) sums.push(await sumOf(parties.source, table, parties.ownerId))
  if (contentOf(sums) !== content)
    throw new MoveRefused(
      `${parties.ownerId} arrived at ${there} before, and its rows here are not those that arrived. Nothing was removed. Compare the two by hand; stop all processes of this database until then.`,
    )
}

const contentOf = (sums: readonly string[]) => createHash('sha256').update(sums.join('\n')).digest('hex')

/** The arrival. Where it fails before its commit was sent, the owner stays, and processes may start at the source. */
export async function arriveOrStay(parties: Parties, here: Side, there: Side): Promise<void> {
  const { source, target, ownerId } = parties
  await source.query(
    `insert into moved_owner (owner_id, direction, database, identity) values ($1, 'leaving', $2, $3) on conflict do nothing`,
    [ownerId, there.name, there.identity],
  )
  try {
    // A process that has not seen the row has written its own by now, or finds the tables locked.
    await refuseLiving(source)
    await beginMove(parties)
    await arrive(parties, here)
  } catch (error) {
    // Where the source is gone, its row stays: the processes say what to do.
    await source.query('rollback').catch(() => undefined)
    await forgetLeaving(source, ownerId).catch(() => undefined)
    throw error
  }
  try {
    await target.query('commit')
  } catch (error) {
    throw new MoveUnfinished(
      `Whether ${ownerId} has arrived at ${there.name} is not known: ${messageOf(error)}. Start no process of this database; run the same command again.`,
    )
  }
}

export async function forgetLeaving(source: ClientBase, ownerId: string): Promise<boolean> {
  const { rowCount } = await source.query(`delete from moved_owner where owner_id = $1 and direction = 'leaving'`, [
    ownerId,
  ])
  return rowCount === 1
}

/** Everything at the target, compared, in a transaction that is still to be committed. */
async function arrive({ source, target, tables, ownerId }: Parties, here: Side): Promise<void> {
  if ((await source.query('select from owner where id = $1', [ownerId])).rowCount === 0)
    throw new MoveRefused(`There is no owner ${ownerId} in the database at DATABASE_URL.`)
  const { readUpTo, epoch } = await positionsOf(source)
  await target.query('begin')
  await refuseOccupied(target, tables, ownerId)
  await copyAccounts(source, target, ownerId)
  const sums: string[] = []
  const copyAll = async (some: readonly OwnedTable[]) => {
    for (const table of some) await copyRows(source, target, table, { ownerId, readUpTo })
    for (const table of some) {
      const [sent, arrived] = [await sumOf(source, table, ownerId), await sumOf(target, table, ownerId)]
      if (sent !== arrived)
        throw new Error(`The rows of ${table.name} have not arrived as they were (${sent}, ${arrived})`)
      sums.push(sent)
    }
  }
  // Others cannot write to tables whose triggers are off until the end: they come last.
  const firstWatched = tables.findIndex(({ isWatched }) => isWatched)
  const split = firstWatched === -1 ? tables.length : firstWatched
  await copyAll(tables.slice(0, split))
  await withoutTriggers(target, tables, () => copyAll(tables.slice(split)))
  await changeCounts(target, ownerId, 1)
  // Epochs fence writes: those to come are above all that the runs have seen.
  await target.query(`select setval('engine_epoch', greatest((select last_value from engine_epoch), $1::bigint))`, [
    epoch,
  ])
  await target.query('delete from moved_owner where owner_id = $1', [ownerId])
  await target.query(
    `insert into moved_owner (owner_id, direction, database, identity, content) values ($1, 'in', $2, $3, $4)`,
    [ownerId, here.name, here.identity, contentOf(sums)],
  )
}

/** Transactions by which a reader of the log may be behind another one: stopped in order, all are near each other. */
const MOST_BEHIND = 100_000

/** Up to where each reader has read the log of the source, and the last epoch of its engines. */
async function positionsOf(source: ClientBase): Promise<{ readonly readUpTo: bigint; readonly epoch: string }> {
  const { rows: behind } = await source.query<{ name: string }>(
    'select name from bookmark where xid > 0 and xid < (select max(xid) from bookmark) - $1::bigint order by xid limit 1',
    [MOST_BEHIND],
  )
  const [late] = behind
  if (late)
    throw new MoveRefused(
      `The reader ${late.name} is far behind the others, and what it has not read would be delivered again by all of them. Let it catch up; or, if it is switched off, remove it by: delete from bookmark where name = ${pg.escapeLiteral(late.name)};`,
    )
  const { rows } = await source.query<{ read: string | null; epoch: string }>(
    `select min(xid)::text as read, (select last_value::text from engine_epoch) as epoch from bookmark where xid > 0`,
  )
  return { readUpTo: BigInt(rows[0]?.read ?? 0), epoch: rows[0]?.epoch ?? '1' }
}

/** An installation has the owner of local mode from the beginning; nothing else of the owner may be there. */
async function refuseOccupied(target: ClientBase, tables: readonly OwnedTable[], ownerId: string): Promise<void> {
  for (const { name, condition } of tables) {
    if (name === 'owner') continue
    const { rowCount } = await target.query(`select from "${name}" where ${condition} limit 1`, [ownerId])
    if (rowCount !== 0)
      throw new MoveRefused(
        `The other database has rows of ${ownerId} already, in ${name}. Move to one without this owner.`,
      )
  }
  await target.query('delete from owner where id = $1', [ownerId])
}
