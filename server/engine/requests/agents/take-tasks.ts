import { limits } from '#core/limits.ts'
import { committing } from '../../crash-points.ts'
import type { Queryable } from '../../store/connection/connection.ts'

/** What an agent can ask for: functions of ASYNC steps, activities and bodies of code, and queries to bodies. */
export const taskKinds = ['step', 'activity', 'workflow', 'query'] as const
export type TaskKind = (typeof taskKinds)[number]

/** What an agent takes, and what it has to offer. */
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

/** A task under the token of one try. */
export interface AgentTask {
  readonly id: string
  readonly token: string
  readonly kind: TaskKind
  readonly runId: string
  readonly workflow: string
  readonly queue: string
  readonly type: string
  /** Of the code that the agent should have; null: any. */
  readonly codeHash: string | null
  /** JSON of a WorkerRequest, of an AgentDelivery, or of a QueryCall. */
  readonly request: string
  readonly leaseMs: number
  /** Earlier tries that ended without an answer. */
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

/** News whose agent has let its lease end can be taken at once: a replay is safe however often it begins. */
const isFree = `(t.token is null or (t.kind in ('workflow', 'query')
      and t.heartbeat_at <= clock_timestamp() - make_interval(secs => t.silence_ms / 1000)))`

/** The agent has the function, or the code of the type; the code that began the run first, for a while. */
const canDo = `case when t.kind in ('step', 'activity') then $6::text[] is null or t.type = any($6::text[])
    else $5::jsonb ? t.type and (t.code_hash is null or t.code_hash = $5::jsonb ->> t.type
      or t.offered_at <= clock_timestamp() - make_interval(secs => ${limits.agent.sameCodeMs / 1_000})) end`

/** The agent that has the body comes first, for a moment, unless it is gone. */
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

/** Takes tasks that no agent has, the oldest first. Two agents never have the same task. `homeId`: the owner of the agent. */
export async function takeTasks(db: Queryable, homeId: string, wish: TaskWish): Promise<readonly AgentTask[]> {
  const { agentId, ownerId, queues, kinds, hashes, activities, limit } = wish
  const values = [agentId, queues, kinds, ownerId, JSON.stringify(hashes), activities, limit, homeId]
  const { rows } = await committing('work_take', () => db.query<Row>({ ...takeStatement, values }))
  return rows.map(taskOf)
}

/** The task that is held under a token; null when there is none (any more). */
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
