import type { AsyncStep, Step } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { Effect, Work } from '../effect.ts'
import type { LockTokens } from '../events/envelope-event.ts'
import { type RunState, type Undoing, undoOf } from '../state.ts'
import type { OpenStep, Running, StepTimeout } from '../step-state.ts'
import { eachOf } from './each.ts'
import { acknowledgementOwed, owedToEnvelope } from './envelope.ts'
import { owedToItems } from './items.ts'
import { childOwed, timerOwed } from './owed.ts'
import { stepsRead } from './steps-read.ts'
import { turnRequest } from './turn-request.ts'

type Timer = Extract<Effect, { kind: 'timer' }>

/**
 * The effects that are owed in this state, with stable ids: equal before and after a replay. A run that has ended is
 * owed nothing but the acknowledgement of its envelope.
 */
export function plan(executable: ExecutableDefinition, state: RunState): readonly Effect[] {
  if (state.outcome !== null) return owedAfterEnd(executable, state)
  const effects: Effect[] = [...owedToEnvelope(executable, state)]
  for (const name of state.open) {
    const step = state.steps[name] as OpenStep
    effects.push(...owedTo(executable, state, name, step))
    if ('timeout' in step && step.timeout !== undefined) effects.push(timeoutOf(name, step.timeout))
    if (step.status === 'waiting_person' && step.alarm !== undefined) {
      effects.push(timerOwed(name, step.alarm.timerId, step.alarm.dueAt, step.alarm.purpose))
    }
  }
  if (state.rollback?.settle) effects.push(...owedWhileSettling(state, state.rollback.settle))
  if (state.rollback?.current) effects.push(compensation(executable, state, state.rollback.current))
  if (state.clock?.running) {
    effects.push({ kind: 'timer', id: state.clock.timerId, dueAt: state.clock.dueAt, purpose: 'run_timeout' })
  }
  return effects
}

/** The automatic acknowledgement. */
function owedAfterEnd(executable: ExecutableDefinition, state: RunState): readonly Effect[] {
  const acknowledgement = acknowledgementOwed(executable, state)
  return acknowledgement === null ? [] : [acknowledgement]
}

/** The deadline for attempts in flight, as long as a step is open, and recalls of the worker tasks among them. */
function owedWhileSettling({ open, steps }: RunState, { timerId, dueAt }: StepTimeout): readonly Effect[] {
  if (open.length === 0) return []
  const recalls = open.flatMap((name): readonly Effect[] => {
    const step = steps[name] as OpenStep
    if (step.status !== 'running' || step.queue === undefined) return []
    const { iteration, attempt } = step
    const taskId = `work:${name}:${iteration}:${attempt}`
    return [{ kind: 'recall', id: `recall:${name}:${iteration}:${attempt}`, step: name, iteration, attempt, taskId }]
  })
  return [...recalls, { kind: 'timer', id: timerId, dueAt, purpose: 'settle' }]
}

function owedTo(executable: ExecutableDefinition, state: RunState, name: string, step: OpenStep): readonly Effect[] {
  const { iteration } = step
  switch (step.status) {
    case 'running':
      return [
        step.queue === undefined ? attempt(executable, state, name, step) : workerTask(executable, state, name, step),
      ]
    case 'backing_off':
      // A null `timerId` means that a hold keeps a due attempt back: no timer is awaited then.
      return step.timerId === null ? [] : [timerOwed(name, step.timerId, step.retryAt, 'retry')]
    case 'waiting_time':
      return [timerOwed(name, step.timerId, step.dueAt, 'wait')]
    case 'waiting_person':
      return [{ kind: 'human_task', id: step.task.task_id, step: name, iteration, task: step.task }]
    case 'waiting_child':
      return childOwed(state, name, iteration, step.childRunId)
    case 'waiting_signal':
      return []
    case 'fanned_out':
      return owedToItems(executable, state, name, step)
    case 'looping':
      return step.resting === undefined ? [] : [timerOwed(name, step.resting.timerId, step.resting.dueAt, 'turn')]
  }
}

function attempt(executable: ExecutableDefinition, state: RunState, name: string, running: Running): Effect {
  const step = executable.step(name)
  const { iteration, attempt, key = '', answer } = running
  const each = eachOf(executable, state, name)
  return {
    kind: 'attempt',
    id: `attempt:${name}:${iteration}:${attempt}`,
    step: name,
    iteration,
    attempt,
    undo: false,
    ...(each !== undefined && { each }),
    ...workOf(executable, step, state, running),
    with: running.with ?? null,
    input: state.header.input,
    state: answered(state, answer),
    key,
    ...timeLimit(step),
    ...fencingOf(step, state),
  }
}

function workerTask(executable: ExecutableDefinition, state: RunState, name: string, running: Running): Effect {
  const step = executable.step(name) as AsyncStep
  const { iteration, attempt: number, queue = '', key = '' } = running
  const each = eachOf(executable, state, name)
  const { stale_seconds, attempts } = executable.definition.recovery ?? {}
  const heartbeatTimeout = step.heartbeat_timeout_seconds ?? stale_seconds
  return {
    kind: 'worker_task',
    id: `work:${name}:${iteration}:${number}`,
    step: name,
    iteration,
    attempt: number,
    queue,
    idempotent: step.idempotent === true,
    ...(heartbeatTimeout !== undefined && { heartbeatTimeoutMs: Math.round(heartbeatTimeout * 1_000) }),
    ...(attempts !== undefined && { recoveries: attempts }),
    call: {
      function: step.function,
      with: running.with ?? null,
      input: state.header.input,
      state: state.data,
      key,
      ...(each !== undefined && { each }),
      ...fencingOf(step, state),
    },
  }
}

/** The tokens of the run's locks, where the step asks for them. */
export function fencingOf({ fencing }: Step, { envelope }: RunState): { readonly fencing?: LockTokens } {
  return fencing && envelope?.tokens !== undefined ? { fencing: envelope.tokens } : {}
}

/** The function of a HUMAN step sees the answer in `state`. */
function answered({ data }: RunState, answer: Json | undefined): Json {
  return typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? { ...data, ...answer } : data
}

/** Only steps that call out are ever `running` between two decisions. */
function workOf(executable: ExecutableDefinition, step: Step, state: RunState, running: Running): Work {
  if (step.type === 'HTTP') return { http: { request: running.with as Json } }
  if (step.type === 'MAIL') return { service: { kind: 'mail', request: running.with as Json } }
  if (step.type === 'SQL') return { service: { kind: 'sql', request: running.with as Json } }
  if (step.type === 'AI') return { service: { kind: 'ai', request: running.with as Json } }
  if (step.agent?.part === 'model') {
    return { service: { kind: 'ai', request: turnRequest(executable, state, step.agent.of) } }
  }
  if (step.type === 'SCRIPT') return { script: { code: step.code, steps: stepsRead(executable, state) } }
  return { function: (step as { readonly function: string }).function }
}

/** The time limit of one attempt; the request of an HTTP step may have a shorter limit of its own. */
function timeLimit(step: Step): { timeoutMs?: number } {
  const own = step.type === 'HTTP' ? step.http_config.timeout : undefined
  const seconds = [step.timeout_seconds, own].filter((one) => typeof one === 'number')
  return seconds.length === 0 ? {} : { timeoutMs: Math.round(Math.min(...seconds) * 1_000) }
}

function compensation(executable: ExecutableDefinition, state: RunState, current: Undoing): Effect {
  const { step: name, iteration, attempt, key, retry } = current
  if (retry !== undefined) return timerOwed(name, retry.timerId, retry.dueAt, 'retry')
  const step = executable.step(name)
  const undo = undoOf(state, current)
  return {
    kind: 'attempt',
    // The id differs from that of the timer for the next attempt, which takes this attempt's place in the plan.
    id: `attempt:undo:${name}:${iteration}:${attempt}`,
    step: name,
    iteration,
    attempt,
    undo: true,
    function: step.compensate_function as string,
    with: undo.with ?? null,
    input: state.header.input,
    state: state.data,
    result: undo.result,
    key,
    timeoutMs: compensationMs(step),
  }
}

/** The time limit of a compensation. The time limit of a waiting step does not apply to its compensation. */
function compensationMs({ type, timeout_seconds }: Step): number {
  const waits = type === 'HUMAN' || type === 'WAIT' || type === 'SIGNAL' || type === 'SUB_WORKFLOW'
  if (timeout_seconds === undefined || waits) return limits.run.compensationMs
  return Math.round(timeout_seconds * 1_000)
}

function timeoutOf(step: string, { timerId, dueAt }: StepTimeout): Timer {
  return timerOwed(step, timerId, dueAt, 'timeout')
}
