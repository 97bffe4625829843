import { cleanText } from '#core/clean-text.ts'
import type { Command } from '#core/run/command.ts'
import { committing } from '../crash-points.ts'
import type { WorkerRequest } from '../ports.ts'
import type { Queryable } from '../store/connection/connection.ts'
import { deliver } from '../store/deliver.ts'
import type { LostWork, TakenWork, WorkProgress, WorkStore } from './ports.ts'

/** The tasks of ASYNC steps in PostgreSQL. */
export function createWorkStore(db: Queryable): WorkStore {
  return {
    take: (workerId, queues, limit) => committing('work_take', () => takeWork(db, workerId, queues, limit)),
    stillWanted: (tokens) => stillWanted(db, tokens),
    beat: (tokens) => committing('work_beat', () => beat(db, tokens)),
    finish: (token, command) => committing('work_finish', () => finishWork(db, token, command)),
    progress: (token, progress, command) =>
      committing('work_progress', () => reportProgress(db, token, progress, command)),
    removeOldAnswers: (keptMs) => removeOldAnswers(db, keptMs),
    offerAgain: (token, counted, command) => committing('work_again', () => offerAgain(db, token, counted, command)),
    listLost: (heartbeatTimeoutMs, limit) => listLostWork(db, heartbeatTimeoutMs, limit),
  }
}

interface Row {
  readonly token: string
  readonly run_id: string
  readonly owner_id: string
  readonly workflow: string
  readonly request: string
  readonly silence_ms: number | null
}

const columns = 't.token, t.run_id, t.owner_id, t.workflow, t.request, t.silence_ms'

const taken = (row: Row): TakenWork => ({
  token: row.token,
  runId: row.run_id,
  ownerId: row.owner_id,
  workflow: row.workflow,
  request: JSON.parse(row.request) as WorkerRequest,
  heartbeatTimeoutMs: row.silence_ms,
})

async function takeWork(
  db: Queryable,
  workerId: string,
  queues: readonly string[],
  limit: number,
): Promise<readonly TakenWork[]> {
  const { rows } = await db.query<Row>({
    name: 'work-take',
    text: `
with picked as materialized (
  select run_id, task_id from async_task where queue = any($1::text[]) and token is null and kind in ('step', 'activity')
   order by offered_at limit $3 for update skip locked
)
update async_task t
   set token = gen_random_uuid(), worker_id = $2, claimed_at = clock_timestamp(), heartbeat_at = clock_timestamp()
  from picked p where (t.run_id, t.task_id) = (p.run_id, p.task_id)
returning ${columns}`,
    values: [queues, workerId, limit],
  })
  return rows.map(taken)
}

async function stillWanted(db: Queryable, tokens: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ token: string }>({
    name: 'work-wanted',
    text: 'select token from async_task where token = any($1::uuid[])',
    values: [tokens],
  })
  return new Set(rows.map(({ token }) => token))
}

async function beat(db: Queryable, tokens: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ token: string }>({
    name: 'work-beat',
    text: 'update async_task set heartbeat_at = clock_timestamp() where token = any($1::uuid[]) returning token',
    values: [tokens],
  })
  return new Set(rows.map(({ token }) => token))
}

/**
 * A statement that changes a task and sends the command to its run. It locks the run before the task, as a commit of the
 * run does. It sees the changes that the lock waited for: a task that is gone meanwhile sends no command.
 */
const guarded = (change: string) => `
with found as materialized (select run_id from async_task where token = $1::uuid),
run as materialized (
  select s.run_id from run_state s where s.run_id = any(array(select run_id from found)) for update
),
changed as (${change}),
letters as (select run_id, $2::text as command from changed where $2::text is not null),
${deliver('letters')}
select exists (select from changed) as accepted`

interface Accepted {
  readonly accepted: boolean
}

async function finishWork(db: Queryable, token: string, command: Command): Promise<boolean> {
  const { rows } = await db.query<Accepted>({
    name: 'work-finish',
    text: guarded(
      'delete from async_task t using run r where t.token = $1::uuid and t.run_id = r.run_id returning t.run_id',
    ),
    values: [token, JSON.stringify(command)],
  })
  return rows[0]?.accepted ?? false
}

async function reportProgress(
  db: Queryable,
  token: string,
  progress: WorkProgress,
  command: Command,
): Promise<boolean> {
  const { rows } = await db.query<Accepted>({
    name: 'work-progress',
    text: guarded(`
  update async_task t
     set heartbeat_at = clock_timestamp(), fraction = coalesce($3::float8, fraction), note = coalesce($4::text, note)
    from run r where t.token = $1::uuid and t.run_id = r.run_id
  returning t.run_id`),
    values: [
      token,
      JSON.stringify(command),
      progress.fraction ?? null,
      progress.note === undefined ? null : cleanText(progress.note),
    ],
  })
  return rows[0]?.accepted ?? false
}

async function removeOldAnswers(db: Queryable, keptMs: number): Promise<void> {
  await db.query({
    name: 'old-answers',
    text: `
with old as (delete from agent_answer where answered_at < now() - make_interval(secs => $1::float8 / 1000))
delete from async_task where kind = 'query' and offered_at < now() - make_interval(secs => $1::float8 / 1000)`,
    values: [keptMs],
  })
}

async function offerAgain(db: Queryable, token: string, counted: boolean, command: Command | null): Promise<boolean> {
  const { rows } = await db.query<Accepted>({
    name: 'work-again',
    text: guarded(`
  update async_task t
     set token = null, worker_id = null, heartbeat_at = null, recoveries = recoveries + $3::int
    from run r where t.token = $1::uuid and t.run_id = r.run_id and t.idempotent
  returning t.run_id`),
    values: [token, command && JSON.stringify(command), counted ? 1 : 0],
  })
  return rows[0]?.accepted ?? false
}

/** The time limit of an activity is over, whatever the heartbeats of its agent say. */
const isOverdue = 't.claimed_at <= clock_timestamp() - make_interval(secs => t.timeout_ms / 1000)'

async function listLostWork(db: Queryable, heartbeatTimeoutMs: number, limit: number): Promise<readonly LostWork[]> {
  const { rows } = await db.query<
    Row & {
      worker_id: string
      since_heartbeat_ms: number
      idempotent: boolean
      recoveries: number
      kind: LostWork['kind']
      is_overdue: boolean
    }
  >({
    name: 'work-lost',
    text: `
select ${columns}, t.worker_id, t.idempotent, t.recoveries, t.kind, coalesce(${isOverdue}, false) as is_overdue,
       (extract(epoch from clock_timestamp() - t.heartbeat_at) * 1000)::float8 as since_heartbeat_ms
  from async_task t
 where t.token is not null
   and t.kind <> 'query'
   and (${isOverdue} or t.heartbeat_at <= clock_timestamp() - make_interval(secs => coalesce(t.silence_ms, $1::float8) / 1000))
 order by t.heartbeat_at limit $2`,
    values: [heartbeatTimeoutMs, limit],
  })
  return rows.map((row) => ({
    ...taken(row),
    workerId: row.worker_id,
    sinceHeartbeatMs: row.since_heartbeat_ms,
    idempotent: row.idempotent,
    recoveries: row.recoveries,
    kind: row.kind,
    isOverdue: row.is_overdue,
  }))
}
