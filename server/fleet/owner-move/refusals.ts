import type { ClientBase } from 'pg'
import { leavingOwner } from './leaving-owner.ts'
import { MoveRefused } from './move-refused.ts'

/** The lock of the session that moves owners away. The number is arbitrary. */
const MOVE_LOCK = 48_151_642

export async function lockMoves(source: ClientBase): Promise<void> {
  const { rows } = await source.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [MOVE_LOCK])
  if (!rows[0]?.mine) throw new MoveRefused('Another command moves an owner of this database. Wait until it has ended.')
}

/** The identities of both. */
export async function refuseUnequal(source: ClientBase, target: ClientBase): Promise<readonly [string, string]> {
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
export async function refuseLiving(source: ClientBase): Promise<void> {
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
export async function refuseMoved(source: ClientBase, ownerId: string): Promise<void> {
  const { rows } = await source.query<{ database: string }>(
    `select database from moved_owner where owner_id = $1 and direction = 'out'`,
    [ownerId],
  )
  const [moved] = rows
  if (moved) throw new MoveRefused(`${ownerId} was moved to ${moved.database} before. Use it there.`)
}

/** A move to one database is not gone on with to another one: the owner would be in both. */
export async function refuseElsewhere(source: ClientBase, ownerId: string, there: string): Promise<void> {
  const leaving = await leavingOwner(source)
  if (leaving && (leaving.ownerId !== ownerId || leaving.identity !== there))
    throw new MoveRefused(
      `${leaving.ownerId} is on its way to ${leaving.database}. Move it there, or give that up by heddle owner stay ${leaving.ownerId}.`,
    )
}
