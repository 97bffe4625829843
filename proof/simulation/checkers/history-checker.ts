import type { EventOf, RunEvent } from '#core/run/event.ts'
import type { TimerPurpose } from '#core/run/words.ts'
import type { LogRow } from '#server/engine/store/memory/tables.ts'
import type { SimulatedViolation } from '../world/world.ts'

/**
 * Holds the events of one run against the invariants that speak of histories
 * alone (2 to 8), one after the other as they are stored.
 */
export interface HistoryChecker {
  take(event: RunEvent): void
  /** The engine that writes is the one that took the run last. Epochs alone do not tell: after a loss, one may be given again. */
  takeRow(row: Pick<LogRow, 'epoch' | 'engineId'>, events: readonly RunEvent[]): void
}

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
])

export function createHistoryChecker(runId: string, violate: (violation: SimulatedViolation) => void): HistoryChecker {
  let seq = 0
  let at = 0
  let owner = 'epoch 0, null'
  let ended = false
  const once = new Set<string>()
  const keys = new Map<string, string>()
  const whose = new Map<string, string>()
  const timers = new Map<string, { readonly due_at: number; readonly purpose: TimerPurpose }>()
  let isHeld = false
  /** By visit: its place among the completions that a saga may undo. */
  const completions = new Map<string, number>()
  let lastUndone = Number.POSITIVE_INFINITY

  const break_ = (invariant: number, what: string) =>
    violate({ invariant, what: `${what} (run ${runId}, event ${seq})` })
  const onlyOnce = (invariant: number, what: string) => {
    if (once.has(what)) break_(invariant, `${what} is recorded twice`)
    once.add(what)
  }

  const takeKey = (visit: string, key: string) => {
    if ((keys.get(visit) ?? key) !== key) break_(6, `attempts of ${visit} have different keys`)
    if ((whose.get(key) ?? visit) !== visit) break_(6, `${visit} has the key of ${whose.get(key)}`)
    keys.set(visit, key)
    whose.set(key, visit)
  }

  return {
    takeRow({ epoch, engineId }, events) {
      const takes = events.findLast(
        (event) => event.type === 'workflow.run.promoted' || event.type === 'workflow.run.owned',
      )
      if (takes) {
        const { payload } = takes as EventOf<'workflow.run.promoted' | 'workflow.run.owned'>
        owner = `epoch ${payload.epoch}, ${payload.engine_id}`
      }
      const writer = `epoch ${epoch}, ${engineId}`
      if (writer !== owner) break_(5, `the engine of ${writer} wrote to a run of the engine of ${owner}`)
    },
    take(event) {
      if (event.seq !== seq + 1) break_(4, `event ${event.seq} follows event ${seq}`)
      if (event.at < at) break_(4, `event ${event.seq} is earlier than the one before`)
      seq = event.seq
      at = event.at
      if (event.type === 'workflow.run.retried' || isRollbackAgain(event)) ended = false
      if (ended && !afterwards.has(event.type)) break_(2, `${event.type} after the outcome`)
      if (outcomes.has(event.type)) ended = true
      takeOne(event)
    },
  }

  function takeOne(event: RunEvent): void {
    switch (event.type) {
      case 'workflow.node.started':
      case 'workflow.item.started':
        if (event.payload.key !== undefined) takeKey(`do ${visitOf(event)}`, event.payload.key)
        onlyOnce(3, `attempt ${event.attempt} of ${visitOf(event)}`)
        return
      case 'workflow.compensation.started':
        takeKey(`undo ${visitOf(event)}`, event.payload.key)
        return
      case 'workflow.node.completed':
        onlyOnce(3, `the result of ${visitOf(event)}`)
        completions.set(visitOf(event), completions.size)
        return
      case 'workflow.item.completed':
        onlyOnce(3, `the result of ${visitOf(event)}`)
        return
      case 'workflow.node.failed':
        if (event.payload.undoable) completions.set(visitOf(event), completions.size)
        return
      case 'workflow.run.rolling_back':
        isHeld = false
        lastUndone = Number.POSITIVE_INFINITY
        return
      case 'workflow.compensation.completed':
        // A failed step has nothing to undo, but may complete after a retry, and then has.
        if (event.payload.outcome === 'noop') return
        onlyOnce(7, `the compensation of ${visitOf(event)}`)
        undone(visitOf(event))
        return
      case 'workflow.compensation.failed':
        if (!event.payload.will_retry) undone(visitOf(event))
        return
      case 'workflow.human_task.decided':
        onlyOnce(2, `the decision about ${event.payload.task_id}`)
        return
      case 'workflow.timer.set':
        timers.set(event.payload.timer_id, event.payload)
        return
      case 'workflow.run.paused':
        isHeld = true
        return
      case 'workflow.run.resumed':
        if (event.payload.hold) isHeld = false
        return
      case 'workflow.run.completed':
      case 'workflow.run.failed':
      case 'workflow.run.cancelled':
        isHeld = false
        return
      case 'workflow.timer.fired': {
        onlyOnce(8, `the end of timer ${event.payload.timer_id}`)
        const { due_at: due, purpose } = timers.get(event.payload.timer_id) ?? {}
        if (due !== undefined && event.at < due)
          break_(8, `timer ${event.payload.timer_id} fired ${due - event.at} ms early`)
        if (isHeld && (purpose === 'timeout' || purpose === 'run_timeout'))
          break_(8, `the deadline ${event.payload.timer_id} passed while the run was held`)
      }
    }
  }

  function undone(visit: string): void {
    const place = completions.get(visit)
    if (place === undefined) break_(7, `${visit} was compensated and never completed`)
    else if (place > lastUndone) break_(7, `${visit} was compensated before a later one`)
    else lastUndone = place
  }
}

function visitOf(event: { readonly step: string; readonly iteration: number; readonly item?: number }): string {
  return `${event.step} ${event.iteration}${event.item === undefined ? '' : ` ${event.item}`}`
}

/** An operator's second try to undo what could not be undone, after the outcome. */
function isRollbackAgain(event: RunEvent): boolean {
  return event.type === 'workflow.run.rolling_back' && event.payload.again === true
}
