import type { Pool } from 'pg'
import type { EagerRun } from '../commit/eager-run.ts'
import { committing } from '../crash-points.ts'
import type { EngineIdentity } from '../ports.ts'
import { tuning } from '../tuning.ts'
import { arrayLiteral } from './connection/array-literal.ts'
import type { Queryable } from './connection/connection.ts'
import { runPrepared } from './connection/prepared-query.ts'
import { PARKED } from './queue-position.ts'
import { firstRowColumns, namesOf, parametersOf, rootColumns } from './run-columns.ts'

/**
 * An engine that takes runs and renewed its lease a moment ago: an engine that has just died would delay an eager run.
 */
const takes = `takes_runs and lease_expires_at > clock_timestamp() + make_interval(secs => ${tuning.eagerLeaseMs / 1_000})`

/** The database's clock, and the least busy engines for which a run may be started eagerly, two at most. */
export async function clockAndEngines(
  connection: Queryable,
): Promise<{ readonly now: number; readonly engines: readonly EngineIdentity[] }> {
  const { rows } = await connection.query<{ now: number; engines: readonly EngineIdentity[] }>({
    name: 'clock-and-engines',
    text: `
select (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
       coalesce((select json_agg(json_build_object('id', id, 'epoch', epoch))
                   from (select id, epoch from engine where ${takes} order by busy, held, random() limit 2) e),
                '[]') as engines`,
  })
  return rows[0] ?? { now: 0, engines: [] }
}

/** The parameters of the statement, in their order, with their types. */
const parameters: readonly (readonly [name: string, type: string])[] = [
  ...rootColumns.map(({ name, type }) => [name, type] as const),
  ...firstRowColumns.map(({ name, type }) => [name, type] as const),
  ['engine_id', 'text'],
  ['engine_epoch', 'bigint'],
  ['offered', 'boolean'],
  ['started_at', 'timestamptz'],
  ['current_steps', 'text[]'],
  ['updated_at', 'timestamptz'],
  ['channel', 'text'],
  ['hint', 'text'],
]

/** A parameter by its name. An array is sent as its text. */
function bound(name: string): string {
  const place = parameters.findIndex(([each]) => each === name)
  const type = parameters[place]?.[1]
  return `$${place + 1}::${type?.endsWith('[]') ? `text::${type}` : type}`
}

/**
 * The statement of an eager start writes header, list columns and first log row of a run that has an owner. It writes
 * nothing when a run waits in the queue, which comes first; when the engine is gone; when the run id or the idempotency
 * key is taken; or when the version is no longer offered. There is no lock on the engine: if the engine is deleted at
 * this instant, the run belongs to a missing engine, and every recovery finds it.
 *
 * With a channel, the hint is part of the transaction. All other hints of the moment therefore wait for its commit; there
 * are few, and a second transaction would take as long as a sixth of the start.
 */
const eagerStatement = `
with started as (
  insert into run (${namesOf(rootColumns)})
  select ${rootColumns.map(({ name }) => bound(name)).join(', ')}
   where exists (select from engine where id = ${bound('engine_id')} and epoch = ${bound('engine_epoch')} and ${takes})
     and coalesce((select position from ready order by position limit 1), ${PARKED}) >= ${PARKED}
     and exists (select from workflow
                  where (owner_id, name) = (${bound('owner_id')}, ${bound('workflow')}) and archived_at is null
                    and (latest_version = ${bound('version')} or ${bound('offered')}))
  on conflict do nothing
  returning id
),
states as (
  insert into run_state (run_id, owner_id, engine_id, engine_epoch, status, phase, pending, started_at)
  select id, ${['owner_id', 'engine_id', 'engine_epoch', 'status', 'phase'].map(bound).join(', ')}, false,
         ${bound('started_at')} from started
),
logs as (
  insert into run_log (run_id, seq, engine_epoch, append_id, events, last_seq, current_steps, at, xid)
  select id, 1, ${['engine_epoch', 'append_id', 'events', 'last_seq', 'current_steps', 'updated_at'].map(bound).join(', ')},
         pg_current_xact_id()::text::bigint
    from started
)
select id, case when ${bound('channel')} is not null then pg_notify(${bound('channel')}, ${bound('hint')}) end from started`

/**
 * The hint that tells an engine of an eager run; null when the run is too large for a hint, or refers to large values.
 */
export function eagerHintOf({ engine, runId, events, payloads }: EagerRun): string | null {
  if (payloads) return null
  const hint = `${engine.id} ${runId} ${events}`
  return Buffer.byteLength(hint) <= tuning.hintBytes ? hint : null
}

/** A hint that the transaction of a start sends. */
export interface NotifiedHint {
  readonly channel: string
  readonly hint: string
}

/** Starts a run eagerly; false when it was not started. The hint goes out with the commit, before its answer. */
export async function startEagerly(
  pool: Pool,
  run: EagerRun,
  notified: NotifiedHint | null,
  onlyIf: 'latest' | 'offered',
): Promise<boolean> {
  const client = await pool.connect()
  const started = committing('start_eager', () =>
    runPrepared(client, {
      name: 'start-eager',
      text: eagerStatement,
      values: valuesOf(run, onlyIf, notified),
    }),
  )
  started.then(
    () => client.release(),
    () => client.release(true),
  )
  return (await started).length > 0
}

function valuesOf(
  run: EagerRun,
  onlyIf: 'latest' | 'offered',
  notified: NotifiedHint | null,
): readonly (string | null)[] {
  return [
    ...parametersOf(run, rootColumns),
    ...parametersOf(run, firstRowColumns),
    run.engine.id,
    String(run.engine.epoch),
    String(onlyIf === 'offered'),
    new Date(run.startedAt).toISOString(),
    arrayLiteral(run.currentSteps),
    new Date(run.updatedAt).toISOString(),
    notified?.channel ?? null,
    notified?.hint ?? null,
  ]
}
