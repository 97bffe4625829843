import type { Pool } from 'pg'
import type { EagerRun } from '../commit/eager-run.ts'
import { committing } from '../crash-points.ts'
import type { EngineIdentity } from '../ports.ts'
import { tuning } from '../tuning.ts'
import { arrayLiteral } from './append/append-values.ts'
import type { Queryable } from './connection/connection.ts'
import { runPrepared } from './connection/prepared-query.ts'
import { PARKED } from './queue-position.ts'

/**
 * An engine that takes runs and renewed its lease a moment ago: an engine that has just died would delay an eager run.
 */
const takes = `takes_runs and lease_expires_at > clock_timestamp() + make_interval(secs => ${tuning.eagerLeaseMs / 1_000})`

/** The database's clock, and a random one of the engines for which a run may be started eagerly. */
export async function clockAndEngine(
  connection: Queryable,
): Promise<{ readonly now: number; readonly engine: EngineIdentity | null }> {
  const { rows } = await connection.query<{ now: number; engine: EngineIdentity | null }>({
    name: 'clock-and-engine',
    text: `
select (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
       (select json_build_object('id', id, 'epoch', epoch) from engine where ${takes} order by random() limit 1) as engine`,
  })
  return rows[0] ?? { now: 0, engine: null }
}

/**
 * The statement writes header, list columns and first log row of a run that begins as an engine's. It writes nothing
 * when a run waits in the queue, which comes first; when the engine is gone; when the run id or the idempotency key is
 * taken; or when the version is no longer offered. There is no lock on the engine: if the engine is deleted at this
 * instant, the run belongs to a missing engine, and every recovery finds it.
 *
 * The hint is part of the transaction. All other hints of the moment therefore wait for its commit; there are few, and
 * a second transaction would take as long as a sixth of the start.
 */
const eagerStatement = `
with started as (
  insert into run (id, owner_id, data_region, workflow, version, root_run_id, rerun_of, depth, tags, priority,
                   idempotency_key, created_by, created_at, request_identity)
  select $1::uuid, $2::text, $3::text, $4::text, $5::int, $6::uuid, $7::uuid, $8::int, $9::text::text[], $10::int,
         $11::text, $12::text, $13::timestamptz, $26::text
   where exists (select from engine where id = $14::text and epoch = $15::bigint and ${takes})
     and coalesce((select position from ready order by position limit 1), ${PARKED}) >= ${PARKED}
     and exists (select from workflow
                  where (owner_id, name) = ($2::text, $4::text) and archived_at is null
                    and (latest_version = $5::int or $16::boolean))
  on conflict do nothing
  returning id
),
states as (
  insert into run_state (run_id, owner_id, engine_id, engine_epoch, status, phase, pending, started_at)
  select id, $2::text, $14::text, $15::bigint, $17::text, $18::text, false, $19::timestamptz from started
),
logs as (
  insert into run_log (run_id, seq, engine_epoch, append_id, events, last_seq, current_steps, at, xid)
  select id, 1, $15::bigint, $20::uuid, $21::text, $22::int, $23::text::text[], $24::timestamptz,
         pg_current_xact_id()::text::bigint
    from started
)
select id, pg_notify('heddle_given', $25::text) from started`

/**
 * The hint that tells an engine of an eager run; null when the run is too large for a hint, or refers to large values.
 */
export function eagerHintOf({ engine, runId, events, payloads }: EagerRun): string | null {
  if (payloads) return null
  const hint = `${engine.id} ${runId} ${events}`
  return Buffer.byteLength(hint) <= tuning.hintBytes ? hint : null
}

/** Starts a run eagerly; false when it was not started. The hint goes out with the commit, before its answer. */
export async function startEagerly(
  pool: Pool,
  run: EagerRun,
  hint: string,
  onlyIf: 'latest' | 'offered',
): Promise<boolean> {
  const client = await pool.connect()
  const started = committing('start_eager', () =>
    runPrepared(client, {
      name: 'start-eager',
      text: eagerStatement,
      values: [...valuesOf(run, onlyIf), hint, run.requestIdentity],
    }),
  )
  started.then(
    () => client.release(),
    () => client.release(true),
  )
  return (await started).length > 0
}

function valuesOf(run: EagerRun, onlyIf: 'latest' | 'offered'): readonly (string | null)[] {
  return [
    run.runId,
    run.ownerId,
    run.dataRegion,
    run.workflow,
    String(run.version),
    run.rootRunId,
    run.rerunOf,
    String(run.depth),
    arrayLiteral(run.tags),
    String(run.priority),
    run.idempotencyKey,
    run.createdBy,
    new Date(run.createdAt).toISOString(),
    run.engine.id,
    String(run.engine.epoch),
    String(onlyIf === 'offered'),
    run.status,
    run.phase,
    new Date(run.startedAt).toISOString(),
    run.appendId,
    run.events,
    String(run.lastSeq),
    arrayLiteral(run.currentSteps),
    new Date(run.updatedAt).toISOString(),
  ]
}
