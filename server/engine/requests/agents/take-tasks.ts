import { limits } from '#core/limits.ts'
import { committing } from '../../crash-points.ts'
import type { Queryable } from '../../store/connection/connection.ts'

/** The kinds of tasks: the function of an ASYNC step, an activity, a delivery to the body of a code workflow, a query to one. */
export const taskKinds = ['step', 'activity', 'workflow', 'query'] as const
export type TaskKind = (typeof taskKinds)[number]

/** The tasks that an agent can take. */
export interface TaskWish {
  readonly agentId: string
  /** The owner of the tasks; null for every owner, in local mode. */
  readonly ownerId: string | null
  readonly queues: readonly string[]
  readonly kinds: readonly TaskKind[]
  /** Hashes of the code by the types of workflows that the agent runs. */
  readonly hashes: Readonly<Record<string, string>>
  /** The functions that the agent has; null: any. */
  readonly activities: readonly string[] | null
  readonly limit: number
}

/** A leased task. Each claim has a token of its own. */
export interface AgentTask {
  readonly id: string
  readonly token: string
  readonly kind: TaskKind
  readonly runId: string
  readonly workflow: string
  readonly queue: string
  readonly type: string
  /** The hash of the code that began the run; null: any code of the type will do. */
  readonly codeHash: string | null
  /** JSON of a WorkerRequest, of an AgentDelivery, or of a QueryCall. */
  readonly request: string
  readonly leaseMs: number
  /** Earlier claims whose leases ended without an answer. */
  readonly recoveries: number
}

/** A query to a body, as its task contains it. */
export interface QueryCall {
  readonly name: string
  readonly args: readonly unknown[]
}

interface Row {
  readonly id: string
  readonly token: string
  readonly kind: TaskKind
  readonly run_id: string
  readonly workflow: string
  readonly queue: string
  readonly type: string
  readonly code_hash: string | null
  readonly request: string
  readonly silence_ms: number
  readonly recoveries: number
}

export const taskColumns =
  't.id, t.token, t.kind, t.run_id, t.workflow, t.queue, t.type, t.code_hash, t.request, t.silence_ms, t.recoveries'

/** The condition of a claim: no lease, or the expired lease of a delivery or query, whose replay has no effects. */
const isFree = `(t.token is null or (t.kind in ('workflow', 'query')
      and t.heartbeat_at <= clock_timestamp() - make_interval(secs => t.silence_ms / 1000)))`

/** The agent has the function, or the workflow type; for a while only agents with the run's first code are offered it. */
const canDo = `case when t.kind in ('step', 'activity') then $6::text[] is null or t.type = any($6::text[])
    else $5::jsonb ? t.type and (t.code_hash is null or t.code_hash = $5::jsonb ->> t.type
      or t.offered_at <= clock_timestamp() - make_interval(secs => ${limits.agent.sameCodeMs / 1_000})) end`

/** A delivery is reserved for a moment for the agent that has the body cached, while that agent is present. */
const isItsTurn = `(t.sticky_agent is null or t.sticky_agent = $1
      or t.offered_at <= clock_timestamp() - make_interval(secs => ${limits.agent.stickyMs / 1_000})
      or not exists (select from agent a where a.owner_id = $8 and a.id = t.sticky_agent and a.expires_at > clock_timestamp()))`

const takeStatement = {
  name: 'agent-take',
  text: `
with picked as materialized (
  select t.run_id, t.task_id from async_task t
   where t.queue = any($2::text[]) and t.kind = any($3::text[]) and ($4::text is null or t.owner_id = $4)
     and ${isFree} and ${canDo} and ${isItsTurn}
   order by t.offered_at limit $7 for update skip locked
)
update async_task t
   set token = gen_random_uuid(), worker_id = $1, claimed_at = clock_timestamp(), heartbeat_at = clock_timestamp(),
       recoveries = recoveries + case when t.token is null then 0 else 1 end,
       silence_ms = coalesce(silence_ms, ${limits.agent.leaseSeconds * 1_000})
  from picked p where (t.run_id, t.task_id) = (p.run_id, p.task_id)
returning ${taskColumns}`,
}

/** Claims tasks, the oldest first. Two agents never hold the same task. `homeId`: the owner of the agent. */
export async function takeTasks(db: Queryable, homeId: string, wish: TaskWish): Promise<readonly AgentTask[]> {
  const { agentId, ownerId, queues, kinds, hashes, activities, limit } = wish
  const values = [agentId, queues, kinds, ownerId, JSON.stringify(hashes), activities, limit, homeId]
  const { rows } = await committing('work_take', () => db.query<Row>({ ...takeStatement, values }))
  return rows.map(taskOf)
}

/** The task that is leased under a token; null when there is none. */
export async function findTask(db: Queryable, ownerId: string | null, id: string, token: string) {
  const { rows } = await db.query<Row & { agent_id: string; version: number }>({
    name: 'agent-task',
    text: `
select ${taskColumns}, t.worker_id as agent_id, r.version
  from async_task t join run r on r.id = t.run_id
 where t.token = $1::uuid and t.id = $2::uuid and ($3::text is null or t.owner_id = $3)`,
    values: [token, id, ownerId],
  })
  const [row] = rows
  return row ? { ...taskOf(row), agentId: row.agent_id, version: row.version } : null
}

function taskOf(row: Row): AgentTask {
  return {
    id: row.id,
    token: row.token,
    kind: row.kind,
    runId: row.run_id,
    workflow: row.workflow,
    queue: row.queue,
    type: row.type,
    codeHash: row.code_hash,
    request: row.request,
    leaseMs: row.silence_ms,
    recoveries: row.recoveries,
  }
}
