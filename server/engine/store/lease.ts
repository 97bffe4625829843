import { randomUUID } from 'node:crypto'
import { generationSql } from '../../db/generations.ts'
import type { EngineIdentity, EngineLoad, Recovered } from '../ports.ts'
import { tuning } from '../tuning.ts'
import { uuidArray } from './connection/binary-array.ts'
import type { Connection } from './connection/connection.ts'
import { PARKED, placesOfWoken } from './queue-position.ts'

/** The end of a lease. Engines lease themselves, not runs: one row each, by the database's clock. */
const expiry = `clock_timestamp() + make_interval(secs => $2::float8 / 1000)`
const nowMs = `(extract(epoch from clock_timestamp()) * 1000)::float8 as now`

export async function register(
  connection: Connection,
  { host, pid, processId }: { readonly host: string; readonly pid: number; readonly processId?: string | undefined },
  leaseMs: number,
  takesRuns: boolean,
): Promise<EngineIdentity & { readonly now: number; readonly generation: string }> {
  const id = randomUUID()
  const { rows } = await connection.query<{ epoch: number; now: number; generation: string }>({
    text: `insert into engine (id, epoch, lease_expires_at, host, pid, takes_runs, process_id, generation)
           values ($1, nextval('engine_epoch'), ${expiry}, $3, $4, $5, $6, ${generationSql})
           returning epoch::float8 as epoch, ${nowMs}, generation`,
    values: [id, leaseMs, host, pid, takesRuns, processId ?? null],
  })
  const row = rows[0]
  if (!row) throw new Error('The registration returned nothing.')
  return { id, ...row }
}

/** The database's clock in milliseconds, or null when the lease ran out before or the engine was forgotten. */
export async function renew(
  connection: Connection,
  engine: EngineIdentity,
  leaseMs: number,
  { held, busy }: EngineLoad = { held: 0, busy: 0 },
): Promise<number | null> {
  const { rows } = await connection.query<{ now: number }>({
    name: 'lease-renew',
    text: `update engine set lease_expires_at = ${expiry}, held = $3, busy = $4
            where id = $1 and lease_expires_at > clock_timestamp() returning ${nowMs}`,
    values: [engine.id, leaseMs, held, busy],
    // The time-out leaves time for another try over another connection before the lease ends.
    query_timeout: tuning.leaseRenewMs,
  })
  return rows[0]?.now ?? null
}

/**
 * Recovery makes the runs of engines ready whose lease has expired, or whose row is missing; the fence keeps such an
 * engine from writing once a run is taken. Runs of engines that registered in another generation of the database become
 * ready too, however long the lease: the memory of those engines is not the history of this database.
 */
export async function recover(connection: Connection): Promise<Recovered> {
  const { rows } = await connection.query<Recovered>({
    name: 'lease-recover',
    text: `
with dead as (
  select id from engine where lease_expires_at < clock_timestamp() or generation <> ${generationSql} for update skip locked
),
${queueAgain(`not in (select id from engine where id not in (select id from dead))`, 's.engine_epoch')},
forgotten as (
  delete from engine where id in (select id from dead)
)
select (select count(*) from orphans)::int as runs,
       (extract(epoch from min(lease_expires_at) - clock_timestamp()) * 1000)::float8 as "nextExpiryMs",
       count(*) filter (where lease_expires_at > clock_timestamp())::int as engines,
       min(busy) filter (where lease_expires_at > clock_timestamp()) as "leastBusy"
  from engine where id not in (select id from dead)`,
  })
  return rows[0] ?? { runs: 0, nextExpiryMs: null, engines: 0, leastBusy: null }
}

/**
 * Gives runs of this engine back: all runs, at the end of an orderly stop; or some runs, such as eager runs without
 * room; or, with `parked`, runs with which the engine cannot go on.
 */
export async function handBack(
  connection: Connection,
  engine: EngineIdentity,
  runIds?: readonly string[],
  where: 'queue' | 'parked' = 'queue',
): Promise<number> {
  const { rowCount } = await connection.query(
    runIds
      ? {
          name: `hand-back-some-to-${where}`,
          text: `with ${queueAgain('= $1 and run_id = any($2::uuid[])', '0', places[where])} select run_id from orphans`,
          values: [engine.id, uuidArray(runIds)],
        }
      : { text: `with ${queueAgain('= $1', '0')} select run_id from orphans`, values: [engine.id] },
  )
  return rowCount ?? 0
}

const places = {
  queue: placesOfWoken('select run_id, owner_id from orphans'),
  parked: `select run_id, owner_id, true, ${PARKED} from orphans`,
}

/**
 * `whose`: the condition on `engine_id`; `epoch`: of the last owner, 0 when the run cannot have caused that owner's
 * death.
 */
function queueAgain(whose: string, epoch: string, place = places.queue): string {
  return `
held as (
  select run_id from run_state where engine_id is not null and engine_id ${whose} order by run_id for update
),
orphans as (
  update run_state s set engine_id = null, engine_epoch = ${epoch} from held h where s.run_id = any(array[h.run_id])
  returning s.run_id, s.owner_id
),
queued as (
  insert into ready (run_id, owner_id, woken, position) ${place}
  on conflict do nothing
)`
}

/**
 * Retires a registration of an engine that goes on under another one: its runs become ready as handed back, and it gets
 * no new runs.
 */
export async function retire(connection: Connection, engine: EngineIdentity): Promise<void> {
  await connection.query({
    text: `with retired as (delete from engine where id = $1), ${queueAgain('= $1', '0')} select count(*) from orphans`,
    values: [engine.id],
  })
}

export async function endEagerStarts(connection: Connection, engine: EngineIdentity): Promise<void> {
  await connection.query({ text: 'update engine set takes_runs = false where id = $1', values: [engine.id] })
}

export async function unregister(connection: Connection, engine: EngineIdentity): Promise<void> {
  await connection.query({ text: 'delete from engine where id = $1', values: [engine.id] })
}
