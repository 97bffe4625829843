import type { Actor } from '#server/access/actor.ts'
import { ownerScope, permits, requirePermission } from '#server/access/may.ts'
import type { WakeUp } from '../engine/ports.ts'
import { type AgentTask, takeTasks } from '../engine/requests/agents/take-tasks.ts'
import type { Stores } from '../stores.ts'
import { countDeliveries, presentAgent } from './agent-rows.ts'
import { describeTask } from './describe-task.ts'
import type { Poll, RegisteredAgent, TaskForAgent } from './models.ts'
import { requireQueues } from './require-queues.ts'

/** The longest pause between two looks: hints may be lost, and reservations for other agents end without a hint. */
const LOOK_MS = 1_000

export interface PollOptions {
  /** Hints of new work; absent: a waiting poll looks at intervals. */
  readonly hints?: Pick<WakeUp, 'listen'> | undefined
  /** The abort signal of the request: the agent has closed the connection. */
  readonly signal: AbortSignal
}

/**
 * Takes tasks for an agent, and waits for the first one up to `poll.waitMs`; no tasks when none came in that time. Throws
 * `FORBIDDEN` and `AGENT_REMOVED`.
 */
export async function pollTasks(
  stores: Stores,
  actor: Actor,
  poll: Poll,
  { hints, signal }: PollOptions,
): Promise<readonly TaskForAgent[]> {
  requirePermission(permits(actor, 'agent.work'))
  const agent = await presentAgent(stores, actor, poll.agentId)
  const queues = poll.queues ?? agent.queues
  requireQueues(actor, queues)
  const deadline = performance.now() + poll.waitMs
  for (;;) {
    const hint = nextHint(hints)
    try {
      const tasks = signal.aborted
        ? []
        : await takeTasks(stores.pool, agent.ownerId, await wishOf(actor, agent, poll, queues))
      if (tasks.length > 0) return await describeAll(stores, agent, tasks, poll.kept)
      const leftMs = deadline - performance.now()
      if (leftMs <= 0 || signal.aborted) return []
      await hint.wait(Math.min(leftMs, LOOK_MS), signal)
    } finally {
      hint.end()
    }
  }
}

async function wishOf(actor: Actor, agent: RegisteredAgent, { kinds, max, moreCode }: Poll, queues: readonly string[]) {
  const own = Object.fromEntries(Object.entries(agent.code).map(([type, { hash }]) => [type, hash]))
  const hashes = { ...(await moreCode?.()), ...own }
  const { id: agentId, activities } = agent
  return { agentId, ownerId: ownerScope(actor), queues, kinds, hashes, activities, limit: max }
}

async function describeAll(
  stores: Stores,
  agent: RegisteredAgent,
  tasks: readonly AgentTask[],
  kept: Poll['kept'],
): Promise<readonly TaskForAgent[]> {
  const described = await Promise.all(tasks.map((task) => describeTask(stores, task, kept[task.runId])))
  const deliveries = tasks.filter(({ kind }) => kind === 'workflow').length
  const hits = described.filter(({ from_seq }) => from_seq !== undefined).length
  await countDeliveries(stores, agent, deliveries, hits)
  return described
}

/** The next hint of new work. It listens before the look, so that work that comes between look and wait is heard. */
function nextHint(hints: PollOptions['hints']) {
  let heard = false
  let wake: () => void = () => undefined
  const endListening = hints?.listen('work', () => {
    heard = true
    wake()
  })
  return {
    async wait(ms: number, signal: AbortSignal): Promise<void> {
      if (heard) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        wake = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', wake)
          resolve()
        }
        signal.addEventListener('abort', wake, { once: true })
      })
      signal.removeEventListener('abort', wake)
    },
    end: () => endListening?.(),
  }
}
