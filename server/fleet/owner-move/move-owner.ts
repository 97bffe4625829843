import { createHash } from 'node:crypto'
import pg, { type ClientBase } from 'pg'
import { limits } from '#core/limits.ts'
import { messageOf } from '#core/message-of.ts'
import { copyAccounts } from './copy-accounts.ts'
import { copyRows, deleteRows, sumOf, withoutTriggers } from './copy-rows.ts'
import { leavingOwner } from './leaving-owner.ts'
import { MoveRefused, MoveUnfinished } from './move-refused.ts'
import { type OwnedTable, ownedTables } from './owned-tables.ts'

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
      else await refuseChanged(parties, content, nameOf(to))
      try {
        const rows = await leave(source, tables, ownerId, { identity: there, name: nameOf(to) })
        return { tables: tables.length, rows, isContinued: content !== null }
      } catch (error) {
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

/** One of the two databases: by its system identifier and name, and as people call it. */
interface Side {
  readonly identity: string
  readonly name: string
}

interface Parties {
  readonly source: ClientBase
  readonly target: ClientBase
  readonly tables: readonly OwnedTable[]
  readonly ownerId: string
}

/** The lock of the session that moves owners away. The number is arbitrary. */
const MOVE_LOCK = 48_151_642

async function lockMoves(source: ClientBase): Promise<void> {
  const { rows } = await source.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [MOVE_LOCK])
  if (!rows[0]?.mine) throw new MoveRefused('Another command moves an owner of this database. Wait until it has ended.')
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

/** The identities of both. */
async function refuseUnequal(source: ClientBase, target: ClientBase): Promise<readonly [string, string]> {
  const identity = `select (select system_identifier::text from pg_control_system()) || '/' || current_database() as database,
    (select string_agg(migration_name::text, ',' order by migration_name) from "_prisma_migrations" where finished_at is not null) as migrations,
    pg_is_in_recovery() as "isStandby"`
  const [{ rows: at }, { rows: there }] = await Promise.all([source.query(identity), target.query(identity)])
  if (at[0].isStandby || there[0].isStandby)
    throw new MoveRefused('One of the two databases is a standby. Name the primaries.')
  if (at[0].database === there[0].database)
    throw new MoveRefused('--to leads to the same database. Name the one that the owner moves to.')
  if (at[0].migrations !== there[0].migrations)
    throw new MoveRefused(
      'The two databases have other migrations. Run heddle migrate of one version on both, with --finalise.',
    )
  return [at[0].database, there[0].database]
}

/** Processes of the source write, and have in memory what is being moved. */
async function refuseLiving(source: ClientBase): Promise<void> {
  const { rows } = await source.query<{ name: string }>(
    `select 'engine ' || coalesce(process_id, host || ':' || pid) as name from engine where lease_expires_at > clock_timestamp()
      union all
     select kind || ' ' || id from fleet_process where expires_at > clock_timestamp() and kind <> 'engine' order by 1 limit 3`,
  )
  if (rows.length === 0) return
  throw new MoveRefused(
    `Processes still run on the database of the owner: ${rows.map(({ name }) => name).join(', ')}. Stop all of them, and move the owner again.`,
  )
}

/** A move that has ended is not gone on with: what the owner has at the source is new. */
async function refuseMoved(source: ClientBase, ownerId: string): Promise<void> {
  const { rows } = await source.query<{ database: string }>(
    `select database from moved_owner where owner_id = $1 and direction = 'out'`,
    [ownerId],
  )
  const [moved] = rows
  if (moved) throw new MoveRefused(`${ownerId} was moved to ${moved.database} before. Use it there.`)
}

/** A move to one database is not gone on with to another one: the owner would be in both. */
async function refuseElsewhere(source: ClientBase, ownerId: string, there: string): Promise<void> {
  const leaving = await leavingOwner(source)
  if (leaving && (leaving.ownerId !== ownerId || leaving.identity !== there))
    throw new MoveRefused(
      `${leaving.ownerId} is on its way to ${leaving.database}. Move it there, or give that up by heddle owner stay ${leaving.ownerId}.`,
    )
}

/**
 * The sum of what has arrived from a database; null where nothing has. Not the address is compared: two installations may
 * well have the same one.
 */
async function contentArrived(target: ClientBase, ownerId: string, here: string): Promise<string | null> {
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
async function refuseChanged(parties: Parties, content: string, there: string): Promise<void> {
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
async function arriveOrStay(parties: Parties, here: Side, there: Side): Promise<void> {
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

async function forgetLeaving(source: ClientBase, ownerId: string): Promise<boolean> {
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

/** The counts of ended runs belong to no owner: they follow the entries that move. */
async function changeCounts(client: ClientBase, ownerId: string, sign: 1 | -1): Promise<void> {
  await client.query(
    `insert into run_count (status, bucket, runs)
     select counted, 0, $2::int * count(*) from (
       select counted from run_search where owner_id = $1
        union all select counted from removed_run where owner_id = $1) moved
      where counted is not null group by counted
     on conflict (status, bucket) do update set runs = run_count.runs + excluded.runs`,
    [ownerId, sign],
  )
}
