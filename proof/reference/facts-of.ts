import type { EventOf, RunEvent } from '#core/run/event.ts'
import type { Change } from '#core/run/words.ts'
import { type EnclosingLoop, isInner } from './inner.ts'
import type { Fact, Writes } from './work.ts'

/**
 * What a step waits for according to its history. A result that was not awaited is no fact, and shows up as a
 * difference.
 */
type Awaited =
  | { readonly kind: 'call' | 'person' | 'time' | 'inner' }
  | { readonly kind: 'child'; readonly runId: string }

/** The facts that a run took note of, read from its history: events from outside, not events that follow from them. */
export function factsOf(history: readonly RunEvent[], around: EnclosingLoop = () => undefined): readonly Fact[] {
  const reader = new FactReader(around)
  return history.flatMap((event) => reader.take(event) ?? [])
}

/** The state that the events so far leave behind, as far as later facts depend on it. */
class FactReader {
  readonly #around: EnclosingLoop
  readonly #awaits = new Map<string, Awaited>()
  readonly #attempts = new Map<string, number>()
  readonly #timers = new Map<string, string>()
  readonly #undoing = new Map<string, number>()
  #rollingBack = false
  /** The step that an operator is overriding. */
  #overriding: { readonly step: string; readonly iteration: number } | undefined

  constructor(around: EnclosingLoop) {
    this.#around = around
  }

  /**
   * Records that a step begins to wait: at its start, or because its function asked for that instead of giving a
   * result.
   */
  #instead({ at, step, iteration }: RunEvent & { step: string; iteration: number }, now: Awaited): Fact | null {
    const called = this.#awaits.get(step)?.kind === 'call'
    this.#awaits.set(step, now)
    const attempt = this.#attempts.get(step) ?? 0
    return called ? { at, kind: 'call_ended', step, iteration, attempt, undo: false } : null
  }

  take(event: RunEvent): Fact | null {
    return isInner(event, this.#around) ? factWithin(event, this.#around) : this.#factOfRun(event)
  }

  /** Facts about the run itself, and overrides; other events are about one step. */
  #factOfRun(event: RunEvent): Fact | null {
    const { at } = event
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
        if (event.payload.actor.id === 'engine' || this.#overriding !== undefined) return null
        return {
          at,
          kind: 'retried',
          ...(event.payload.from_step !== undefined && { from_step: event.payload.from_step }),
          ...(event.payload.input !== undefined && { input: event.payload.input }),
        }
      case 'workflow.node.overridden': {
        const { step, iteration, payload } = event
        this.#awaits.delete(step)
        this.#overriding = { step, iteration }
        if (payload.action === 'complete') return null
        const of = { at, step, iteration }
        return payload.to === undefined ? { ...of, kind: 'skipped' } : { ...of, kind: 'led', to: payload.to }
      }
      case 'workflow.run.rolling_back':
        this.#rollingBack = true
        if (event.payload.again) return { at, kind: 'undo_again' }
        return event.payload.cause === 'failure' ? null : { at, kind: 'cancelled', compensate: true }
      case 'workflow.run.completed':
      case 'workflow.run.failed':
      case 'workflow.run.cancelled': {
        const asked =
          event.type === 'workflow.run.cancelled' && event.payload.cause !== 'fail_fast' && !this.#rollingBack
        this.#rollingBack = false
        return asked ? { at, kind: 'cancelled', compensate: false } : null
      }
      default:
        return this.#factOfAttempt(event)
    }
  }

  /** Facts about attempts of a step. */
  #factOfAttempt(event: RunEvent): Fact | null {
    const { at } = event
    switch (event.type) {
      case 'workflow.node.started':
        this.#attempts.set(event.step, event.attempt)
        if (event.payload.key !== undefined) this.#awaits.set(event.step, { kind: 'call' })
        if (['PARALLEL', 'LOOP'].includes(event.payload.step_type)) this.#awaits.set(event.step, { kind: 'inner' })
        return null
      case 'workflow.node.progress':
      case 'workflow.node.failed':
      case 'workflow.node.completed': {
        const { step, iteration, attempt } = event
        if (event.type === 'workflow.node.completed' && this.#overriding?.step === step) {
          const of = { at, ...this.#overriding }
          this.#overriding = undefined
          this.#awaits.delete(step)
          const { output, changes } = event.payload
          return { ...of, kind: 'marked_done', output, writes: writesOf(changes) }
        }
        if (event.type === 'workflow.node.progress' && event.payload.error === undefined) return null
        const awaited = this.#awaits.get(step)?.kind
        const called = awaited === 'call'
        this.#awaits.delete(step)
        if (awaited === 'inner') return innerEnded(event)
        if (!called) return null
        const error = event.type === 'workflow.node.completed' ? event.payload.ignored_error : event.payload.error
        const abandoned = event.type === 'workflow.node.failed' && event.payload.abandoned
        const why = error && { code: error.code, ...(abandoned && { abandoned }) }
        return { at, kind: 'call_ended', step, iteration, attempt, undo: false, ...why }
      }
      case 'workflow.node.skipped': {
        const { step, iteration } = event
        if (this.#overriding?.step === step) this.#overriding = undefined
        const isGivenUp = event.payload.withdrawn || (this.#awaits.get(step)?.kind === 'inner' && this.#rollingBack)
        this.#awaits.delete(step)
        return isGivenUp ? { at, kind: 'given_up', step, iteration } : null
      }
      default:
        return this.#factOfWait(event)
    }
  }

  /** Facts about what steps wait for: people, signals, times, children. */
  #factOfWait(event: RunEvent): Fact | null {
    const { at } = event
    switch (event.type) {
      case 'workflow.human_task.opened':
        return this.#instead(event, { kind: 'person' })
      case 'workflow.human_task.decided': {
        const { step, iteration } = event
        if (event.payload.key === undefined) this.#awaits.delete(step)
        else this.#awaits.set(step, { kind: 'call' })
        return { at, kind: 'answered', step, iteration, input: event.payload.input, by: event.payload.actor.id }
      }
      case 'workflow.human_task.approved': {
        const { step, iteration } = event
        return { at, kind: 'approved', step, iteration, input: event.payload.input, by: event.payload.actor.id }
      }
      case 'workflow.signal.received':
        return { at, kind: 'signalled', name: event.payload.signal, data: event.payload.data }
      case 'workflow.timer.set':
        this.#timers.set(event.payload.timer_id, event.payload.purpose)
        if (event.payload.purpose === 'wait') this.#awaits.set(event.step as string, { kind: 'time' })
        return null
      case 'workflow.timer.fired': {
        const { step, iteration = 0 } = event
        const purpose = this.#timers.get(event.payload.timer_id)
        // The steps given up at this point are reported one by one; the timers of an envelope are no facts of steps.
        if (step === undefined) return purpose === 'run_timeout' ? { at, kind: 'run_timed_out' } : null
        if (purpose === 'turn' || purpose === 'reminder' || purpose === 'escalation') return null
        const undo = this.#undoing.has(`${step} ${iteration}`) && this.#rollingBack
        if (purpose === 'retry') return { at, kind: 'retry_due', step, iteration, undo }
        this.#awaits.delete(step)
        return { at, kind: purpose === 'wait' ? 'time_came' : 'timed_out', step, iteration }
      }
      default:
        return this.#factOfOther(event)
    }
  }

  /** Facts about child runs and compensations. */
  #factOfOther(event: RunEvent): Fact | null {
    const { at } = event
    switch (event.type) {
      case 'workflow.child.spawned':
        if (event.payload.detached) return null
        return this.#instead(event, { kind: 'child', runId: event.payload.child_run_id })
      case 'workflow.child.retried': {
        const { step, iteration } = event
        this.#awaits.set(step, { kind: 'child', runId: event.payload.child_run_id })
        return { at, kind: 'child_retried', step, iteration }
      }
      case 'workflow.child.ended': {
        const { step, iteration } = event
        const { child_run_id, status, state, never_began } = event.payload
        // The steps given up with the child are reported one by one.
        if (never_began && status === 'CANCELLED') return null
        const awaited = this.#awaits.get(step)
        if (awaited?.kind !== 'child' || awaited.runId !== child_run_id) return null
        this.#awaits.delete(step)
        return { at, kind: 'child_ended', step, iteration, attempt: this.#attempts.get(step) ?? 0, status, state }
      }
      case 'workflow.compensation.started':
        this.#undoing.set(`${event.step} ${event.iteration}`, event.attempt)
        return null
      case 'workflow.compensation.completed':
      case 'workflow.compensation.failed': {
        const { step, iteration } = event
        if (event.type === 'workflow.compensation.completed' && event.payload.outcome === 'noop') return null
        const attempt = this.#undoing.get(`${step} ${iteration}`) ?? 0
        const error = event.type === 'workflow.compensation.failed' ? event.payload.error : undefined
        return { at, kind: 'call_ended', step, iteration, attempt, undo: true, ...(error && { code: error.code }) }
      }
      default:
        return null
    }
  }
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

function factWithin(event: RunEvent, around: EnclosingLoop): Fact | null {
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
