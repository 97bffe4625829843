import type { CodeNote } from '#core/run/code/code-state.ts'
import type { AgentDelivery } from '#core/run/effect.ts'
import type { Actor } from '#server/access/actor.ts'
import { type AgentAnswer, giveBackTask, heartbeatTask, respondTask } from '#server/agents/answer-task.ts'
import type { BodyAnswer } from '#server/agents/answers.ts'
import {
  findTaskAt,
  type Gathered,
  gather,
  type TaskOfRun,
  type UpdateEnd,
  waitingTypes,
} from '#server/agents/gathered/held-tasks.ts'
import { type PollOptions, pollTasks } from '#server/agents/poll-tasks.ts'
import type { Stores } from '../../stores.ts'
import { notLeased } from './gather-command.ts'
import { readTask } from './read-task.ts'
import { type RunLog, readRunLog } from './run-log.ts'
import type { TaskId } from './task-id.ts'
import type { TaskObject } from './task-object.ts'
import type { WorkEnd } from './work-end.ts'

const kinds = { 'workflow:': 'workflow', 'update:': 'workflow', 'activity:': 'activity', 'query:': 'query' } as const

export interface PostgripPoll {
  readonly agentId: string
  readonly queue: string
  readonly waitMs: number
  readonly types: readonly string[]
}

/** The next task of a queue for a session; a delivery with an update that has not ended is the task of the update. */
export async function pollWork(
  stores: Stores,
  actor: Actor,
  { agentId, queue, waitMs, types }: PostgripPoll,
  options: PollOptions,
): Promise<TaskObject | null> {
  const asked = Object.entries(kinds).filter(([type]) => types.length === 0 || types.includes(type))
  const poll = {
    agentId,
    queues: [queue],
    kinds: [...new Set(asked.map(([, kind]) => kind))],
    max: 1,
    waitMs,
    kept: {},
    moreCode: () => waitingTypes(stores, actor, queue),
  }
  const [task] = await pollTasks(stores, actor, poll, options)
  if (task === undefined) return null
  const runId = String(task.run_id)
  if (task.kind === 'query') return readTask(stores, actor, { runId, of: 'query', id: String(task.task_id) })
  const log = await readRunLog(stores, actor, runId)
  if (task.kind === 'activity') {
    const command = [...log.commands.values()].find(({ step }) => step === task.step)
    return readTask(stores, actor, taskOfCommand(runId, command?.n ?? 0, Number(task.attempt)))
  }
  const update = openUpdate(log)
  return readTask(stores, actor, update === null ? { runId, of: 'workflow' } : { runId, of: 'update', id: update })
}

const taskOfCommand = (runId: string, n: number, attempt: number): TaskId => ({ runId, of: 'command', n, attempt })

/** The first update whose handler has not run. */
function openUpdate({ events, endedUpdates }: RunLog): string | null {
  const ended = new Set(endedUpdates.map(({ id }) => id))
  const open = new Set<string>()
  for (const event of events) {
    if (event.type === 'workflow.update.requested') open.add(event.payload.update_id)
    if (event.type === 'workflow.update.completed' || event.type === 'workflow.update.rejected') {
      open.delete(event.payload.update_id)
    }
  }
  return [...open].find((id) => !ended.has(id)) ?? null
}

/** The task that the session holds. Throws `NOT_LEASED`. */
async function heldBy(stores: Stores, actor: Actor, agentId: string, id: TaskId) {
  const place = await placeOf(stores, actor, id)
  const task = place && (await findTaskAt(stores.pool, actor, place))
  if (!task?.isLeased || task.token === null || task.agentId !== agentId) throw notLeased()
  return { ...task, token: task.token }
}

async function placeOf(stores: Stores, actor: Actor, id: TaskId) {
  const { runId } = id
  if (id.of === 'query') return { runId, kind: 'query' as const, id: id.id }
  if (id.of !== 'command') return { runId, kind: 'workflow' as const }
  const command = (await readRunLog(stores, actor, runId)).commands.get(id.n)
  return command && { runId, kind: 'activity' as const, step: command.step }
}

/** Renews the lease. Throws `NOT_LEASED`, which also tells an activity that nobody awaits it. */
export async function beat(stores: Stores, actor: Actor, agentId: string, id: TaskId, note?: string) {
  const { id: taskId, token } = await heldBy(stores, actor, agentId, id)
  const { cancelRequested } = await heartbeatTask(stores, actor, { id: taskId, token, note })
  if (cancelRequested) throw notLeased()
}

/** Answers a task. An update gives its delivery back, so that the body goes on with what the handler has changed. */
export async function endWork(stores: Stores, actor: Actor, agentId: string, id: TaskId, end: WorkEnd): Promise<void> {
  const task = await heldBy(stores, actor, agentId, id)
  if (id.of === 'update') {
    const told = await gather(stores, actor, agentId, id.runId, (gathered) => ({
      ...gathered,
      updates: [...gathered.updates, updateEnd(id.id, end)],
    }))
    if (told === null) throw notLeased()
    await giveBackTask(stores, actor, task)
    return
  }
  const answer: AgentAnswer = id.of === 'workflow' ? { body: bodyOf(task, end) } : { call: callOf(end) }
  await respondTask(stores, actor, { id: task.id, token: task.token }, answer)
}

function updateEnd(id: string, end: WorkEnd): UpdateEnd {
  if (end.kind === 'failed') return { id, error: end.message }
  return { id, result: end.kind === 'completed' ? end.value : null }
}

function callOf(end: WorkEnd) {
  if (end.kind !== 'failed') return { result: end.kind === 'completed' ? end.value : null }
  const { type, message, retryable } = end
  return { failure: { type, message, retryable } }
}

const nothing: Pick<Gathered, 'commands' | 'updates' | 'continuedWith'> = { commands: [], updates: [] }

function bodyOf({ request, gathered }: TaskOfRun, end: WorkEnd): BodyAnswer {
  const { upToSeq } = JSON.parse(request) as AgentDelivery
  const { commands, updates, continuedWith } = gathered ?? nothing
  const common = { upToSeq, commands, notes: updates.flatMap(notesOf) }
  switch (end.kind) {
    case 'blocked':
      return { ...common, outcome: 'blocked', ...(end.reason !== undefined && { reason: end.reason }) }
    case 'completed':
      if (!end.isContinued) return { ...common, outcome: 'completed', result: end.value }
      if (continuedWith === undefined) throw notLeased()
      return { ...common, outcome: 'continue_as_new', input: continuedWith }
    case 'failed': {
      const { type, message } = end
      if (type === 'CancelledFailure') return { ...common, outcome: 'cancelled' }
      return { ...common, outcome: 'failed', failure: { type, message } }
    }
  }
}

function notesOf({ id: update_id, error, result = null }: UpdateEnd): readonly CodeNote[] {
  if (error !== undefined) {
    return [{ kind: 'update_rejected', update_id, error: { code: 'ApplicationFailure', message: error } }]
  }
  return [
    { kind: 'update_accepted', update_id },
    { kind: 'update_completed', update_id, result },
  ]
}
