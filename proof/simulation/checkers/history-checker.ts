import type { EventOf, RunEvent } from '#core/run/event.ts'
import type { TimerPurpose } from '#core/run/words.ts'
import type { LogRow } from '#server/engine/store/memory/tables.ts'
import type { SimulatedViolation } from '../world/world.ts'

const outcomes = new Set(['workflow.run.completed', 'workflow.run.failed', 'workflow.run.cancelled'])
/** What may follow an outcome within its run attempt. */
const afterwards = new Set([
  'workflow.run.acknowledged',
  // A step by which the run failed: the retry follows at once.
  'workflow.node.overridden',
  'workflow.run.owned',
  'workflow.node.skipped',
  'workflow.run.status_changed',
  'workflow.child.ended',
  'workflow.child.waits_changed',
  'workflow.human_task.closed',
  'workflow.timer.cancelled',
  'workflow.phase.changed',
])

/**
 * The check of one run's events, in the order in which they are stored, against the invariants about histories alone
 * (2 to 8).
 */
export class HistoryChecker {
  readonly #runId: string
  readonly #violate: (violation: SimulatedViolation) => void
  #seq = 0
  #at = 0
  #owner = 'epoch 0, null'
  #ended = false
  readonly #once = new Set<string>()
  readonly #keys = new Map<string, string>()
  readonly #whose = new Map<string, string>()
  readonly #timers = new Map<string, { readonly due_at: number; readonly purpose: TimerPurpose }>()
  #isHeld = false
  /** Number of the last command of code. */
  #commands = 0
  /** By visit: its place among the completions that a saga may undo. */
  readonly #completions = new Map<string, number>()
  #lastUndone = Number.POSITIVE_INFINITY

  constructor(runId: string, violate: (violation: SimulatedViolation) => void) {
    this.#runId = runId
    this.#violate = violate
  }

  /**
   * The writer of a row is the engine that took the run last. Epochs alone do not tell: after a loss of commits, an
   * epoch may be used again.
   */
  takeRow({ epoch, engineId }: Pick<LogRow, 'epoch' | 'engineId'>, events: readonly RunEvent[]): void {
    const takes = events.findLast(
      (event) => event.type === 'workflow.run.promoted' || event.type === 'workflow.run.owned',
    )
    if (takes) {
      const { payload } = takes as EventOf<'workflow.run.promoted' | 'workflow.run.owned'>
      this.#owner = `epoch ${payload.epoch}, ${payload.engine_id}`
    }
    const writer = `epoch ${epoch}, ${engineId}`
    if (writer !== this.#owner)
      this.#report(5, `the engine of ${writer} wrote to a run of the engine of ${this.#owner}`)
  }

  take(event: RunEvent): void {
    if (event.seq !== this.#seq + 1) this.#report(4, `event ${event.seq} follows event ${this.#seq}`)
    if (event.at < this.#at) this.#report(4, `event ${event.seq} is earlier than the one before`)
    this.#seq = event.seq
    this.#at = event.at
    if (event.type === 'workflow.run.retried' || isRepeatedRollback(event)) this.#ended = false
    if (this.#ended && !afterwards.has(event.type)) this.#report(2, `${event.type} after the outcome`)
    if (outcomes.has(event.type)) this.#ended = true
    this.#takeOne(event)
  }

  #report(invariant: number, what: string) {
    return this.#violate({ invariant, what: `${what} (run ${this.#runId}, event ${this.#seq})` })
  }

  #onlyOnce(invariant: number, what: string) {
    if (this.#once.has(what)) this.#report(invariant, `${what} is recorded twice`)
    this.#once.add(what)
  }

  #takeKey(visit: string, key: string) {
    if ((this.#keys.get(visit) ?? key) !== key) this.#report(6, `attempts of ${visit} have different keys`)
    if ((this.#whose.get(key) ?? visit) !== visit) this.#report(6, `${visit} has the key of ${this.#whose.get(key)}`)
    this.#keys.set(visit, key)
    this.#whose.set(key, visit)
  }

  /** Commands of code are recorded once, in the order of their numbers. */
  #takeCommand(n: number | undefined): void {
    if (n === undefined) return
    if (n !== this.#commands + 1) this.#report(3, `command ${n} follows command ${this.#commands}`)
    this.#commands = n
  }

  #takeOne(event: RunEvent): void {
    switch (event.type) {
      case 'workflow.node.started':
      case 'workflow.item.started':
        if (event.payload.key !== undefined) this.#takeKey(`do ${visitOf(event)}`, event.payload.key)
        this.#onlyOnce(3, `attempt ${event.attempt} of ${visitOf(event)}`)
        if (event.type === 'workflow.node.started' && event.attempt === 1) this.#takeCommand(event.payload.command?.n)
        return
      case 'workflow.compensation.started':
        this.#takeKey(`undo ${visitOf(event)}`, event.payload.key)
        return
      case 'workflow.node.completed':
        this.#onlyOnce(3, `the result of ${visitOf(event)}`)
        this.#completions.set(visitOf(event), this.#completions.size)
        return
      case 'workflow.item.completed':
        this.#onlyOnce(3, `the result of ${visitOf(event)}`)
        return
      // Compensations of code run in reverse order of their registration.
      case 'workflow.compensation.registered':
        this.#takeCommand(event.payload.command.n)
        this.#completions.set(visitOf(event), this.#completions.size)
        return
      case 'workflow.node.milestone':
        this.#takeCommand(event.payload.command.n)
        return
      case 'workflow.node.failed':
        if (event.payload.undoable) this.#completions.set(visitOf(event), this.#completions.size)
        return
      case 'workflow.run.rolling_back':
        this.#isHeld = false
        this.#lastUndone = Number.POSITIVE_INFINITY
        return
      case 'workflow.compensation.completed':
        // A failed step has nothing to undo, but may complete after a retry, and then has.
        if (event.payload.outcome === 'noop') return
        this.#onlyOnce(7, `the compensation of ${visitOf(event)}`)
        this.#undone(visitOf(event))
        return
      case 'workflow.compensation.failed':
        if (!event.payload.will_retry) this.#undone(visitOf(event))
        return
      case 'workflow.human_task.decided':
        this.#onlyOnce(2, `the decision about ${event.payload.task_id}`)
        return
      case 'workflow.timer.set':
        this.#timers.set(event.payload.timer_id, event.payload)
        return
      case 'workflow.run.paused':
        this.#isHeld = true
        return
      case 'workflow.run.resumed':
        if (event.payload.hold) this.#isHeld = false
        return
      case 'workflow.run.completed':
      case 'workflow.run.failed':
      case 'workflow.run.cancelled':
        this.#isHeld = false
        return
      case 'workflow.timer.fired': {
        this.#onlyOnce(8, `the end of timer ${event.payload.timer_id}`)
        const { due_at: due, purpose } = this.#timers.get(event.payload.timer_id) ?? {}
        if (due !== undefined && event.at < due)
          this.#report(8, `timer ${event.payload.timer_id} fired ${due - event.at} ms early`)
        if (this.#isHeld && purpose?.endsWith('timeout'))
          this.#report(8, `the deadline ${event.payload.timer_id} passed while the run was held`)
      }
    }
  }

  #undone(visit: string): void {
    const place = this.#completions.get(visit)
    if (place === undefined) this.#report(7, `${visit} was compensated and never completed`)
    else if (place > this.#lastUndone) this.#report(7, `${visit} was compensated before a later one`)
    else this.#lastUndone = place
  }
}

function visitOf(event: { readonly step: string; readonly iteration: number; readonly item?: number }): string {
  return `${event.step} ${event.iteration}${event.item === undefined ? '' : ` ${event.item}`}`
}

/** An operator's second try to undo what could not be undone, after the outcome. */
function isRepeatedRollback(event: RunEvent): boolean {
  return event.type === 'workflow.run.rolling_back' && event.payload.again === true
}
