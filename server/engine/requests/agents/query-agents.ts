import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { QueryAnswer } from '#sdk/workflow/messages.ts'
import type { Queryable } from '../../store/connection/connection.ts'
import type { Hints } from '../hints.ts'

/** A query to a body that only agents can run. */
export interface AgentQuery {
  readonly runId: string
  readonly ownerId: string
  readonly workflow: string
  readonly queue: string
  readonly type: string
  readonly hash: string | undefined
  readonly name: string
  readonly args: readonly Json[]
  /** How long the query waits for its answer. */
  readonly timeoutMs: number
}

const FIRST_LOOK_MS = 5
const RAREST_LOOK_MS = 200

/**
 * Puts a query into its queue and waits for the answer of the agent that takes it. Null: no present agent has the workflow
 * type. `timeout`: no answer came in time, and the query is withdrawn.
 */
export async function queryAgents(
  db: Queryable,
  query: AgentQuery,
  hints: Pick<Hints, 'wakeWorkers'>,
): Promise<QueryAnswer | 'timeout' | null> {
  const { runId, ownerId, workflow, queue, type, hash, name, args, timeoutMs } = query
  const { rows } = await db.query<{ id: string }>({
    name: 'agent-query',
    text: `
insert into async_task (run_id, task_id, owner_id, workflow, queue, request, idempotent, silence_ms, kind, type, code_hash)
select $1::uuid, $2, $3, $4, $5, $6, true, $7, 'query', $8, $9
 where exists (select from agent a where a.owner_id = $3 and $5 = any(a.queues) and a.workflows ? $8
                  and a.expires_at > clock_timestamp())
returning id`,
    values: [
      runId,
      `query:${randomUUID()}`,
      ownerId,
      workflow,
      queue,
      JSON.stringify({ name, args }),
      limits.agent.leaseSeconds * 1_000,
      type,
      hash ?? null,
    ],
  })
  const id = rows[0]?.id
  if (id === undefined) return null
  hints.wakeWorkers()
  const deadline = performance.now() + timeoutMs
  for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(lookMs * 1.5, RAREST_LOOK_MS)) {
    const answer = await findResult(db, id)
    if (answer !== null) return answer
    if (performance.now() >= deadline) break
    await sleep(lookMs)
  }
  await db.query({ name: 'agent-query-over', text: 'delete from async_task where id = $1::uuid', values: [id] })
  return (await findResult(db, id)) ?? 'timeout'
}

async function findResult(db: Queryable, id: string): Promise<QueryAnswer | null> {
  const { rows } = await db.query<{ result: string }>({
    name: 'agent-query-result',
    text: 'select result from agent_answer where task_id = $1::uuid and result is not null',
    values: [id],
  })
  return rows[0] === undefined ? null : (JSON.parse(rows[0].result) as QueryAnswer)
}
