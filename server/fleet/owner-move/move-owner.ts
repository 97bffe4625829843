import pg, { type ClientBase } from 'pg'
import { limits } from '#core/limits.ts'
import { copyAccounts } from './copy-accounts.ts'
import { copyRows, deleteRows, sumOf, withoutTriggers } from './copy-rows.ts'
import { MoveRefused } from './move-refused.ts'
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
 * interruption before the first commit changes nothing; after it, the same command removes what was left behind.
 */
export async function moveOwner({ ownerId, from, to }: Move): Promise<Moved> {
  return withClient(from, (source) =>
    withClient(to, async (target) => {
      await refuseUnequal(source, target)
      await refuseLiving(source)
      const tables = await ownedTables(source)
      await source.query('begin isolation level repeatable read')
      // Nobody else writes here until the end.
      await source.query(
        `lock table ${tables.map(({ name }) => `"${name}"`).join(', ')} in share row exclusive mode nowait`,
      )
      await refuseMoved(source, ownerId)
      const isContinued = await hasArrived(target, ownerId, nameOf(from))
      if (!isContinued) await arrive(source, target, tables, { ownerId, from, to })
      const rows = await leave(source, tables, { ownerId, from, to })
      return { tables: tables.length, rows, isContinued }
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

async function refuseUnequal(source: ClientBase, target: ClientBase): Promise<void> {
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

async function hasArrived(target: ClientBase, ownerId: string, from: string): Promise<boolean> {
  const { rowCount } = await target.query(
    `select from moved_owner where owner_id = $1 and direction = 'in' and database = $2`,
    [ownerId, from],
  )
  return rowCount === 1
}

async function arrive(
  source: ClientBase,
  target: ClientBase,
  tables: readonly OwnedTable[],
  { ownerId, from }: Move,
): Promise<void> {
  const { rows } = await source.query<{ read: string | null; epoch: string }>(
    `select min(xid)::text as read, (select last_value::text from engine_epoch) as epoch from bookmark where xid > 0`,
  )
  if ((await source.query('select from owner where id = $1', [ownerId])).rowCount === 0)
    throw new MoveRefused(`There is no owner ${ownerId} in the database at DATABASE_URL.`)
  const readUpTo = BigInt(rows[0]?.read ?? 0)
  await target.query('begin')
  await refuseOccupied(target, tables, ownerId)
  await copyAccounts(source, target, ownerId)
  await withoutTriggers(target, tables, async () => {
    for (const table of tables) await copyRows(source, target, table, { ownerId, readUpTo })
  })
  for (const table of tables) {
    const [there, here] = [await sumOf(source, table, ownerId), await sumOf(target, table, ownerId)]
    if (there !== here)
      throw new Error(`The rows of ${table.name} have not arrived as they were (${there}, ${here}). Nothing was moved.`)
  }
  await changeCounts(target, ownerId, 1)
  // Epochs fence writes: those to come are above all that the runs have seen.
  await target.query(`select setval('engine_epoch', greatest((select last_value from engine_epoch), $1::bigint))`, [
    rows[0]?.epoch ?? 1,
  ])
  await target.query('delete from moved_owner where owner_id = $1', [ownerId])
  await target.query(`insert into moved_owner (owner_id, direction, database) values ($1, 'in', $2)`, [
    ownerId,
    nameOf(from),
  ])
  await target.query('commit')
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

async function leave(source: ClientBase, tables: readonly OwnedTable[], { ownerId, to }: Move): Promise<number> {
  let rows = 0
  await changeCounts(source, ownerId, -1)
  await withoutTriggers(source, tables, async () => {
    for (const table of tables.toReversed()) rows += await deleteRows(source, table, ownerId)
  })
  await source.query('delete from moved_owner where owner_id = $1', [ownerId])
  await source.query(`insert into moved_owner (owner_id, direction, database) values ($1, 'out', $2)`, [
    ownerId,
    nameOf(to),
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
