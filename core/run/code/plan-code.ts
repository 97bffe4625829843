import { type CodeSources, codeOfAgents, type Definition } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { Effect } from '../effect.ts'
import { childOwed, timerOwed } from '../plan/owed.ts'
import { type Rollback, type RunState, type Undoing, undoOf } from '../state.ts'
import type { OpenStep, Running } from '../step-state.ts'
import type { ActivityOptions, CodeState, News, RecordedCommand } from './code-state.ts'

/** The states of a command that is open. */
type OpenCommand = Extract<
  OpenStep,
  { status: 'running' | 'backing_off' | 'waiting_time' | 'waiting_person' | 'waiting_child' }
>

/** The effects that are owed to a run of code: those of its open commands, and the delivery of its news. */
export function planCode(definition: Definition, state: RunState): readonly Effect[] {
  const { code, outcome, clock } = state
  if (outcome !== null || code === undefined) return []
  const agents = codeOfAgents(definition)
  const effects: Effect[] = []
  for (const step of state.open) effects.push(...owedTo(state, code, agents, step, state.steps[step] as OpenCommand))
  if (state.rollback !== null) {
    effects.push(...owedToRollback(state, state.rollback, code, agents))
    return effects
  }
  const delivery = deliveryOwed(state, code, agents, definition.workflow_type)
  if (delivery !== null) effects.push(delivery)
  if (code.grace !== null) {
    effects.push({ kind: 'timer', id: code.grace.timerId, dueAt: code.grace.dueAt, purpose: 'cancel_grace' })
  }
  if (clock?.running) {
    effects.push({ kind: 'timer', id: clock.timerId, dueAt: clock.dueAt, purpose: 'run_timeout' })
  }
  return effects
}

/** The current compensation, and while activities settle: the deadline, and recalls of those in queues. */
function owedToRollback(
  state: RunState,
  { current, settle }: Rollback,
  code: CodeState,
  agents: CodeSources | null,
): readonly Effect[] {
  if (current !== null) return [undo(state, current, code, agents)]
  if (settle === undefined || state.open.length === 0) return []
  const recalls = state.open.flatMap((step): readonly Effect[] => {
    const { status, iteration, attempt } = state.steps[step] as OpenCommand
    const record = code.open[step]
    if (status !== 'running' || record?.isLate || queueOf(record, agents) === undefined) return []
    return [recall(step, iteration, attempt)]
  })
  return [...recalls, { kind: 'timer', id: settle.timerId, dueAt: settle.dueAt, purpose: 'settle' }]
}

/** An attempt at a compensation, or the timer of the next one. */
function undo(state: RunState, current: Undoing, { compensations }: CodeState, agents: CodeSources | null): Effect {
  const { step, iteration, attempt, key, retry } = current
  if (retry !== undefined) return timerOwed(step, retry.timerId, retry.dueAt, 'retry')
  const record = compensations?.[step] as RecordedCommand
  const { startToCloseTimeoutMs = limits.run.compensationMs, scheduleToCloseTimeoutMs } = record.options ?? {}
  const call = {
    function: record.function as string,
    activity: true as const,
    // A registered compensation always has its arguments.
    with: undoOf(state, current).with as Json,
    input: null,
    state: {},
    key,
    timeoutMs: Math.min(startToCloseTimeoutMs, scheduleToCloseTimeoutMs ?? startToCloseTimeoutMs),
  }
  const at = { step, iteration, attempt }
  const queue = queueOf(record, agents)
  if (queue === undefined)
    return { kind: 'attempt', id: `attempt:undo:${step}:1:${attempt}`, ...at, undo: true, ...call }
  return { kind: 'worker_task', id: `work:undo:${step}:1:${attempt}`, ...at, queue, idempotent: false, call }
}

/** The queue of an activity: its own, or that of the agents that run the body; absent: the engine runs it. */
function queueOf(record: RecordedCommand | undefined, agents: CodeSources | null): string | undefined {
  return record?.options?.queue ?? agents?.queue
}

/** One delivery at a time: news that arrives while the body runs waits for the next one. A hold keeps it back. */
function deliveryOwed(
  { startedAt, hold, header, seq }: RunState,
  code: CodeState,
  agents: CodeSources | null,
  type: string,
): Effect | null {
  if (startedAt === null || hold !== null) return null
  if (code.news.length === 0 && !code.again) return null
  const { task, attempt, seen, news, again, moved, agent } = code
  const id = `code:${task}:${attempt}`
  const delivery = {
    task,
    attempt,
    fromSeq: again ? 0 : seen,
    // A retry has forgotten what was not seen before: the log has it.
    upToSeq: again ? seq : (news.at(-1) as News).seq,
    ...(again && { again }),
    news,
  }
  if (agents === null) return { kind: 'code_task', id, ...delivery, ...(moved && { moved }), input: header.input }
  const { queue, hash } = agents
  return {
    kind: 'agent_task',
    id,
    queue,
    type,
    // A retry takes any code of the type, and a run that has moved to newer code is not led back.
    ...(hash !== undefined && !again && !moved && { hash }),
    ...(agent !== undefined && !again && { agent }),
    delivery,
  }
}

function owedTo(
  state: RunState,
  { open }: CodeState,
  agents: CodeSources | null,
  step: string,
  now: OpenCommand,
): readonly Effect[] {
  const { iteration } = now
  switch (now.status) {
    case 'running':
      return [attempt(open[step] as RecordedCommand, agents, step, now), ...startLimit(open[step], step, now)]
    case 'backing_off':
      return now.timerId === null ? [] : [timerOwed(step, now.timerId, now.retryAt, 'retry')]
    case 'waiting_time':
      return [timerOwed(step, now.timerId, now.dueAt, 'wait')]
    case 'waiting_person':
      return [{ kind: 'human_task', id: now.task.task_id, step, iteration, task: now.task }]
    case 'waiting_child':
      return childOwed(state, step, iteration, now.childRunId)
  }
}

/** An attempt of an activity: by the executor of the engine, or by the workers and agents of a queue. */
function attempt(
  record: RecordedCommand,
  agents: CodeSources | null,
  step: string,
  { iteration, attempt, key = '', with: args = [], attemptStartedAt }: Running,
): Effect {
  const call = {
    function: record.function as string,
    activity: true as const,
    with: args,
    input: null,
    state: {},
    key,
    timeoutMs: timeoutOf(record.options, record.at, attemptStartedAt),
    ...silenceOf(record),
  }
  const at = { step, iteration, attempt }
  const queue = queueOf(record, agents)
  if (queue === undefined)
    return { kind: 'attempt', id: `attempt:${step}:${iteration}:${attempt}`, ...at, undo: false, ...call }
  // A lost agent is a failed attempt, which the policy of the activity repeats.
  const id = `work:${step}:${iteration}:${attempt}`
  return { kind: 'worker_task', id, ...at, queue, idempotent: false, ...silenceOf(record), call }
}

/** The limit on the wait in the queue: its timer, and then the recall of the task, unless a worker has begun it. */
function startLimit(
  record: RecordedCommand | undefined,
  step: string,
  { iteration, attempt, timeout }: Running,
): readonly Effect[] {
  if (record?.isLate) return [recall(step, iteration, attempt)]
  return timeout === undefined ? [] : [timerOwed(step, timeout.timerId, timeout.dueAt, 'timeout')]
}

function recall(step: string, iteration: number, attempt: number): Effect {
  const of = `${step}:${iteration}:${attempt}`
  return { kind: 'recall', id: `recall:${of}`, step, iteration, attempt, taskId: `work:${of}` }
}

/** Workers and agents beat for their tasks at a third of it, so that a lost one is noticed as soon as a silent activity. */
function silenceOf({ options }: RecordedCommand): { readonly heartbeatTimeoutMs?: number } {
  return options?.heartbeatTimeoutMs === undefined ? {} : { heartbeatTimeoutMs: options.heartbeatTimeoutMs }
}

/** The time limit of an attempt: its own, and what is left of the time of the whole activity. */
function timeoutOf(options: ActivityOptions = {}, at: number, startedAt: number): number {
  const { startToCloseTimeoutMs = limits.code.activityMs, scheduleToCloseTimeoutMs } = options
  if (scheduleToCloseTimeoutMs === undefined) return startToCloseTimeoutMs
  return Math.max(1, Math.min(startToCloseTimeoutMs, at + scheduleToCloseTimeoutMs - startedAt))
}
