import type { NewRun } from '../commit/append.ts'
import { committing } from '../crash-points.ts'
import { confirmFound } from './confirm-found.ts'
import { uuidArray } from './connection/binary-array.ts'
import type { Queryable } from './connection/connection.ts'
import { storePayloads } from './payloads.ts'
import { queueFront, queuePosition } from './queue-position.ts'
import {
  firstRowColumns,
  identifiedColumns,
  namesOf,
  type RunColumn,
  recordOf,
  rowOf,
  startColumns,
} from './run-columns.ts'

/**
 * A started run. `created` is false when the idempotency key (or the run id) was known: `runId` is then the earlier
 * run.
 */
export interface Started {
  readonly runId: string
  readonly status: string
  readonly created: boolean
  /** For a known run: the identity of the request that started it; null where none was stored. */
  readonly identity?: string | null
  /** How far the front of the queue is behind the present moment. */
  readonly behindMs?: number
}

export interface StartingRun extends NewRun {
  /** Distance in the queue behind its front, in milliseconds. */
  readonly queueDelayMs: number
  /** Condition of the start: the workflow is not archived; for `latest`, the version is still the latest too. */
  readonly onlyIf?: 'latest' | 'offered'
}

/**
 * Writes header, list columns, first log row and place in the queue of new runs, in one transaction. A run whose
 * idempotency key is taken already changes nothing. The answer is null for a run whose `onlyIf` did not hold.
 */
export async function startRuns(
  connection: Queryable,
  runs: readonly StartingRun[],
): Promise<readonly (Started | null)[]> {
  await storePayloads(connection, runs)
  const { columns, ...statement } = runs.some(({ header }) => header.workflow_id !== undefined) ? identified : plain
  const values = [JSON.stringify(runs.map((run) => startRow(run, columns)))]
  const { rows: created } = await committing('start_runs', () =>
    connection.query<{ id: string; behind_ms: number }>({ ...statement, values }),
  )
  const ids = new Set(created.map((row) => row.id))
  const behindMs = created[0]?.behind_ms ?? 0
  const known = runs.filter((run) => !ids.has(run.runId))
  const earlier = known.length > 0 ? await findEarlier(connection, known.map(keyOf)) : new Map<string, Started>()
  if (earlier.size > 0) await confirmFound(connection)
  return runs.map((run) =>
    ids.has(run.runId)
      ? { runId: run.runId, status: run.status, created: true, behindMs }
      : (earlier.get(run.runId) ?? null),
  )
}

const startStatement = (columns: readonly RunColumn[]) => `
with data as (
  select * from jsonb_to_recordset($1::jsonb) as r(
    ${recordOf([...columns, ...firstRowColumns])}, delay_ms float8, only_if text)
),
started as (
  insert into run (${namesOf(columns)})
  select ${namesOf(columns)}
    from data d
   where only_if is null or exists (
     select from workflow w
      where (w.owner_id, w.name) = (d.owner_id, d.workflow) and w.archived_at is null
        and (w.latest_version = d.version or only_if = 'offered'))
   order by owner_id, idempotency_key, created_by
  on conflict do nothing
  returning id
),
fresh as (select d.* from data d join started s on s.id = d.id),
states as (
  insert into run_state (run_id, owner_id, status, phase, child)
  select id, owner_id, status, phase, parent_run_id is not null from fresh
),
logs as (
  insert into run_log (run_id, seq, engine_epoch, append_id, events, last_seq, current_steps, at, xid)
  select id, 1, 0, append_id, events, last_seq, '{}', created_at, (select pg_current_xact_id()::text::bigint) from fresh
),
places as (
  insert into ready (run_id, owner_id, priority, position)
  select id, owner_id, priority, ${queuePosition('priority')} + (delay_ms * 1000)::bigint from fresh
)
select id, (extract(epoch from clock_timestamp()) * 1000 - ${queueFront} / 1000.0)::float8 as behind_ms from started`

const plain = { name: 'start-runs', text: startStatement(startColumns), columns: startColumns }
/** For a run with a workflow id. */
const identified = {
  name: 'start-runs-identified',
  text: startStatement(identifiedColumns),
  columns: identifiedColumns,
}

/** The run id and the idempotency key of a start, with the key's owner and creator. */
export type StartKey = Pick<NewRun, 'runId' | 'ownerId' | 'idempotencyKey'> & { readonly createdBy: string }

/** Runs that were started before under these ids or keys, by the requested id. */
export async function findEarlier(
  connection: Queryable,
  runs: readonly StartKey[],
): Promise<ReadonlyMap<string, Started>> {
  const { rows } = await connection.query<{ asked: string; id: string; status: string; identity: string | null }>({
    name: 'start-known',
    text: `
select d.run_id as asked, r.id, s.status, r.request_identity as identity
  from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as d(run_id, owner_id, idempotency_key, created_by)
  join lateral (
    select id, request_identity from run where id = d.run_id
    union all
    select id, request_identity from run
     where (owner_id, idempotency_key, created_by) = (d.owner_id, d.idempotency_key, d.created_by) limit 1) r on true
  join run_state s on s.run_id = r.id`,
    values: [
      uuidArray(runs.map((run) => run.runId)),
      runs.map((run) => run.ownerId),
      runs.map((run) => run.idempotencyKey),
      runs.map((run) => run.createdBy),
    ],
  })
  return new Map(
    rows.map(({ asked, id, status, identity }) => {
      const created = id === asked
      return [asked, { runId: id, status, created, ...(!created && { identity }) }]
    }),
  )
}

function keyOf({ runId, ownerId, idempotencyKey, header }: NewRun): StartKey {
  return { runId, ownerId, idempotencyKey, createdBy: header.actor.id }
}

function startRow(run: StartingRun, columns: readonly RunColumn[]) {
  return { ...rowOf(run, [...columns, ...firstRowColumns]), delay_ms: run.queueDelayMs, only_if: run.onlyIf ?? null }
}
