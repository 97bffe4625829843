import type { EventOf, RunEvent } from '#core/run/event.ts'
import type { Change } from '#core/run/words.ts'
import { isInner, type LoopAround } from './inner.ts'
import type { Fact, Writes } from './work.ts'

/**
 * What a step waits for according to its history. A result that was not awaited is no fact, and shows up as a
 * difference.
 */
type Awaited =
  | { readonly kind: 'call' | 'person' | 'time' | 'inner' }
  | { readonly kind: 'child'; readonly runId: string }

/** The facts that a run took note of, read from its history: events from outside, not events that follow from them. */
export function factsOf(history: readonly RunEvent[], around: LoopAround = () => undefined): readonly Fact[] {
  const awaits = new Map<string, Awaited>()
  const attempts = new Map<string, number>()
  const timers = new Map<string, string>()
  const undoing = new Map<string, number>()
  let rollingBack = false
  /** The step that an operator is overriding. */
  let overriding: { readonly step: string; readonly iteration: number } | undefined

  /**
   * Records that a step begins to wait: at its start, or because its function asked for that instead of giving a
   * result.
   */
  function instead({ at, step, iteration }: RunEvent & { step: string; iteration: number }, now: Awaited): Fact | null {
    const called = awaits.get(step)?.kind === 'call'
    awaits.set(step, now)
    const attempt = attempts.get(step) ?? 0
    return called ? { at, kind: 'call_ended', step, iteration, attempt, undo: false } : null
  }

  function factOf(event: RunEvent): Fact | null {
    const { at } = event
    if (isInner(event, around)) return factWithin(event, around)
    switch (event.type) {
      case 'workflow.run.started':
        return { at, kind: 'started' }
      case 'workflow.run.stepped':
        return { at, kind: 'stepped', input: event.payload.user_input }
      case 'workflow.run.paused':
        return { at, kind: 'paused' }
      case 'workflow.run.resumed':
        return event.payload.hold ? { at, kind: 'resumed' } : null
      case 'workflow.run.retried':
        // A run reopened for its child is covered by the child's fact, and a run reopened for a step by the override's
        // fact.
        if (event.payload.actor.id === 'engine' || overriding !== undefined) return null
        return {
          at,
          kind: 'retried',
          ...(event.payload.from_step !== undefined && { from_step: event.payload.from_step }),
          ...(event.payload.input !== undefined && { input: event.payload.input }),
        }
      case 'workflow.node.overridden': {
        const { step, iteration, payload } = event
        awaits.delete(step)
        overriding = { step, iteration }
        if (payload.action === 'complete') return null
        const of = { at, step, iteration }
        return payload.to === undefined ? { ...of, kind: 'skipped' } : { ...of, kind: 'led', to: payload.to }
      }
      case 'workflow.run.rolling_back':
        rollingBack = true
        if (event.payload.again) return { at, kind: 'undo_again' }
        return event.payload.cause === 'failure' ? null : { at, kind: 'cancelled', compensate: true }
      case 'workflow.run.completed':
      case 'workflow.run.failed':
      case 'workflow.run.cancelled': {
        const asked = event.type === 'workflow.run.cancelled' && event.payload.cause !== 'fail_fast' && !rollingBack
        rollingBack = false
        return asked ? { at, kind: 'cancelled', compensate: false } : null
      }
      case 'workflow.node.started':
        attempts.set(event.step, event.attempt)
        if (event.payload.key !== undefined) awaits.set(event.step, { kind: 'call' })
        if (['PARALLEL', 'LOOP'].includes(event.payload.step_type)) awaits.set(event.step, { kind: 'inner' })
        return null
      case 'workflow.node.progress':
      case 'workflow.node.failed':
      case 'workflow.node.completed': {
        const { step, iteration, attempt } = event
        if (event.type === 'workflow.node.completed' && overriding?.step === step) {
          const of = { at, ...overriding }
          overriding = undefined
          awaits.delete(step)
          const { output, changes } = event.payload
          return { ...of, kind: 'marked_done', output, writes: writesOf(changes) }
        }
        if (event.type === 'workflow.node.progress' && event.payload.error === undefined) return null
        const awaited = awaits.get(step)?.kind
        const called = awaited === 'call'
        awaits.delete(step)
        if (awaited === 'inner') return innerEnded(event)
        if (!called) return null
        const error = event.type === 'workflow.node.completed' ? event.payload.ignored_error : event.payload.error
        const abandoned = event.type === 'workflow.node.failed' && event.payload.abandoned
        const why = error && { code: error.code, ...(abandoned && { abandoned }) }
        return { at, kind: 'call_ended', step, iteration, attempt, undo: false, ...why }
      }
      case 'workflow.node.skipped': {
        const { step, iteration } = event
        if (overriding?.step === step) overriding = undefined
        const isGivenUp = event.payload.withdrawn || (awaits.get(step)?.kind === 'inner' && rollingBack)
        awaits.delete(step)
        return isGivenUp ? { at, kind: 'given_up', step, iteration } : null
      }
      case 'workflow.human_task.opened':
        return instead(event, { kind: 'person' })
      case 'workflow.human_task.decided': {
        const { step, iteration } = event
        if (event.payload.key === undefined) awaits.delete(step)
        else awaits.set(step, { kind: 'call' })
        return { at, kind: 'answered', step, iteration, input: event.payload.input, by: event.payload.actor.id }
      }
      case 'workflow.human_task.approved': {
        const { step, iteration } = event
        return { at, kind: 'approved', step, iteration, input: event.payload.input, by: event.payload.actor.id }
      }
      case 'workflow.signal.received':
        return { at, kind: 'signalled', name: event.payload.signal, data: event.payload.data }
      case 'workflow.timer.set':
        timers.set(event.payload.timer_id, event.payload.purpose)
        if (event.payload.purpose === 'wait') awaits.set(event.step as string, { kind: 'time' })
        return null
      case 'workflow.timer.fired': {
        const { step, iteration = 0 } = event
        const purpose = timers.get(event.payload.timer_id)
        // The steps given up at this point are reported one by one.
        if (purpose === 'settle') return null
        if (step === undefined) return { at, kind: 'run_timed_out' }
        if (purpose === 'turn' || purpose === 'reminder' || purpose === 'escalation') return null
        const undo = undoing.has(`${step} ${iteration}`) && rollingBack
        if (purpose === 'retry') return { at, kind: 'retry_due', step, iteration, undo }
        awaits.delete(step)
        return { at, kind: purpose === 'wait' ? 'time_came' : 'timed_out', step, iteration }
      }
      case 'workflow.child.spawned':
        if (event.payload.detached) return null
        return instead(event, { kind: 'child', runId: event.payload.child_run_id })
      case 'workflow.child.retried': {
        const { step, iteration } = event
        awaits.set(step, { kind: 'child', runId: event.payload.child_run_id })
        return { at, kind: 'child_retried', step, iteration }
      }
      case 'workflow.child.ended': {
        const { step, iteration } = event
        const { child_run_id, status, state, never_began } = event.payload
        // The steps given up with the child are reported one by one.
        if (never_began && status === 'CANCELLED') return null
        const awaited = awaits.get(step)
        if (awaited?.kind !== 'child' || awaited.runId !== child_run_id) return null
        awaits.delete(step)
        return { at, kind: 'child_ended', step, iteration, attempt: attempts.get(step) ?? 0, status, state }
      }
      case 'workflow.compensation.started':
        undoing.set(`${event.step} ${event.iteration}`, event.attempt)
        return null
      case 'workflow.compensation.completed':
      case 'workflow.compensation.failed': {
        const { step, iteration } = event
        if (event.type === 'workflow.compensation.completed' && event.payload.outcome === 'noop') return null
        const attempt = undoing.get(`${step} ${iteration}`) ?? 0
        const error = event.type === 'workflow.compensation.failed' ? event.payload.error : undefined
        return { at, kind: 'call_ended', step, iteration, attempt, undo: true, ...(error && { code: error.code }) }
      }
      default:
        return null
    }
  }
  return history.flatMap((event) => factOf(event) ?? [])
}

function innerEnded(
  event: EventOf<'workflow.node.progress' | 'workflow.node.failed' | 'workflow.node.completed'>,
): Fact {
  const { at, step, iteration, attempt, payload } = event
  const of = { at, kind: 'inner_ended' as const, step, iteration, attempt }
  const error = event.type === 'workflow.node.completed' ? event.payload.ignored_error : event.payload.error
  if (error === undefined) {
    const { output = null, changes } = { output: null, changes: [], ...payload }
    return { ...of, output, writes: writesOf(changes) }
  }
  const { cause, undoable, abandoned } = { cause: undefined, undoable: false, abandoned: false, ...payload }
  const through = cause === undefined ? {} : { through: cause === 'child' ? ('child' as const) : ('worker' as const) }
  const failure = {
    code: error.code,
    retryable: false,
    ...through,
    didSomething: undoable === true,
    abandoned: abandoned === true,
  }
  return { ...of, output: null, writes: [], failure }
}

function factWithin(event: RunEvent, around: LoopAround): Fact | null {
  if (event.type === 'workflow.node.failed' && event.payload.abandoned) {
    return { at: event.at, kind: 'given_up_within', what: `${event.step}@${event.iteration}` }
  }
  if (event.type !== 'workflow.node.completed' && event.type !== 'workflow.human_task.opened') return null
  const within = around(event.step)
  const { changes } = event.payload
  return within === undefined || changes === undefined
    ? null
    : { at: event.at, kind: 'wrote', within, writes: writesOf(changes) }
}

function writesOf(changes: readonly Change[] | undefined): Writes {
  return (changes ?? []).map(([path, value]) => ({ path, value }))
}
