import type { Json } from '#core/json.ts'
import type { EventOf, RunEvent } from '#core/run/event.ts'
import type { MadeCall } from '../world/outside.ts'
import type { SimulatedViolation } from '../world/world.ts'

/**
 * Compares calls with the recorded events: no call runs ahead of its record, every call of one visit carries one
 * idempotency key, and a recorded result is one that a call has given.
 */
export interface CallChecker {
  take(runId: string, event: RunEvent): void
  checkCalls(): void
  /**
   * Takes the recorded events again, up to where the store continues. Calls after the first `callsKept` may be
   * repeated.
   */
  rewind(callsKept: number): void
}

export function createCallChecker(
  calls: readonly MadeCall[],
  violate: (violation: SimulatedViolation) => void,
): CallChecker {
  const recorded = new Set<string>()
  const keys = new Map<string, string>()
  const given = new Map<string, Set<string>>()
  /** Visits whose result can only come from a call. */
  const awaited = new Set<string>()
  const once = new Set<string>()
  const lost = new Set<MadeCall>()
  let seen = 0

  const checkResult = (runId: string, visit: string, output: Json): void => {
    if (!awaited.delete(visit)) return
    if (given.get(visit)?.has(JSON.stringify(output))) return
    violate({ invariant: 14, what: `no call gave the result of ${visit.slice(runId.length + 1)} (run ${runId})` })
  }

  return {
    take(runId, event) {
      switch (event.type) {
        case 'workflow.node.started':
        case 'workflow.item.started':
          recorded.add(`${visitOf(runId, event, false)} ${event.attempt}`)
          if (isAnsweredByCall(event)) awaited.add(visitOf(runId, event, false))
          return
        case 'workflow.compensation.started':
          recorded.add(`${visitOf(runId, event, true)} ${event.attempt}`)
          return
        // These events give the visit a result that does not come from the call.
        case 'workflow.node.overridden':
        case 'workflow.human_task.opened':
        case 'workflow.child.spawned':
          awaited.delete(visitOf(runId, event, false))
          return
        case 'workflow.node.completed':
          if (event.payload.ignored_error === undefined)
            checkResult(runId, visitOf(runId, event, false), event.payload.output)
          return
        case 'workflow.item.completed':
          checkResult(runId, visitOf(runId, event, false), event.payload.output)
      }
    },
    rewind(callsKept) {
      awaited.clear()
      once.clear()
      for (const call of calls.slice(callsKept)) lost.add(call)
      // A call whose record was lost at an earlier rewind stays forgotten, although later calls are kept.
      for (const call of calls.slice(0, callsKept)) if (!lost.has(call)) once.add(attemptOf(call))
    },
    checkCalls() {
      for (; seen < calls.length; seen += 1) {
        const call = calls[seen] as MadeCall
        const { runId, attempt, key, outcome } = call
        const visit = visitOf(runId, call, call.undo)
        const name = `attempt ${attempt} of ${visit.slice(runId.length + 1)}`
        if (!recorded.has(`${visit} ${attempt}`)) {
          violate({ invariant: 14, what: `${name} of run ${runId} was called before that was recorded` })
        }
        if ((keys.get(visit) ?? key) !== key) {
          violate({ invariant: 6, what: `${name} of run ${runId} was called with two keys` })
        }
        keys.set(visit, key)
        if (call.atMostOnce && once.has(attemptOf(call))) {
          violate({ invariant: 14, what: `${name} of run ${runId} may be made once, and was made again` })
        }
        once.add(attemptOf(call))
        if (outcome.kind !== 'completed') continue
        const outputs = given.get(visit) ?? new Set()
        given.set(visit, outputs.add(JSON.stringify(outcome.output)))
      }
    },
  }
}

const answered: ReadonlySet<string> = new Set(['STANDARD', 'ASYNC', 'HTTP', 'SCRIPT', 'ACTIVITY'])

/** Whether a step's output is its function's result; other step types transform the result. */
function isAnsweredByCall(event: EventOf<'workflow.node.started' | 'workflow.item.started'>): boolean {
  const { payload } = event
  return payload.key !== undefined && (!('step_type' in payload) || answered.has(payload.step_type))
}

function attemptOf(call: MadeCall): string {
  return `${visitOf(call.runId, call, call.undo)} ${call.attempt}`
}

function visitOf(
  runId: string,
  { step, iteration, item }: { readonly step: string; readonly iteration: number; readonly item?: number | undefined },
  undo: boolean,
): string {
  return `${runId} ${undo ? 'undo of ' : ''}${step} ${iteration}${item === undefined ? '' : ` ${item}`}`
}
