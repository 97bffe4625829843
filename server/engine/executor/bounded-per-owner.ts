import type { AttemptRequest, Executor, ExecutorEvents } from '../ports.ts'

/** The most HTTP steps, and the most scripts, of one owner that an engine executes at once. */
export interface StepsAtOnce {
  readonly requests: number
  readonly scripts: number
}

/** The attempts of one owner: those under way, and those that wait for the end of one of them, in the order of their starts. */
interface Lane<Request> {
  readonly running: Set<string>
  readonly waiting: Map<string, Request>
}

/**
 * An executor that executes up to `most` attempts of one owner at once. Further ones wait here: they take no process and
 * no connection from other owners, whose attempts do not queue behind them. Time limits begin with the execution.
 */
export function boundedPerOwner<Request extends AttemptRequest>(
  most: number,
  events: ExecutorEvents,
  open: (events: ExecutorEvents) => Executor<Request>,
): Executor<Request> {
  const lanes = new Map<string, Lane<Request>>()
  const lanesOfAttempts = new Map<string, { readonly ownerId: string; readonly lane: Lane<Request> }>()

  /** Ends an attempt, and starts those that it has kept waiting. */
  const leave = (id: string) => {
    const found = lanesOfAttempts.get(id)
    if (!found) return
    const { ownerId, lane } = found
    lanesOfAttempts.delete(id)
    lane.running.delete(id)
    lane.waiting.delete(id)
    for (const [next, request] of lane.waiting) {
      if (lane.running.size >= most) break
      lane.waiting.delete(next)
      lane.running.add(next)
      executor.start(request)
    }
    if (lane.running.size === 0) lanes.delete(ownerId)
  }

  const executor = open({
    ...events,
    onOutcome(id, outcome) {
      leave(id)
      events.onOutcome(id, outcome)
    },
  })

  return {
    start(request) {
      const { id, ownerId } = request
      const lane = lanes.get(ownerId) ?? { running: new Set(), waiting: new Map() }
      lanes.set(ownerId, lane)
      lanesOfAttempts.set(id, { ownerId, lane })
      if (lane.running.size >= most) {
        lane.waiting.set(id, request)
        return
      }
      lane.running.add(id)
      executor.start(request)
    },
    cancel(id) {
      executor.cancel(id)
      leave(id)
    },
    async close() {
      for (const lane of lanes.values()) lane.waiting.clear()
      await executor.close()
    },
  }
}
