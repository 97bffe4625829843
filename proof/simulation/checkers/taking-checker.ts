import type { RunState } from '#core/run/state.ts'
import type { WorkStore } from '#server/engine/workers/ports.ts'
import type { SimulatedViolation } from '../world/world.ts'

interface Known {
  check(): void
  stateOf(runId: string): RunState | null
}

/** Invariant 15: no worker begins anything of a run that has turned back or ended. */
export function watchTaking(
  work: WorkStore,
  known: Known,
  violate: (violation: SimulatedViolation) => void,
): WorkStore {
  return {
    ...work,
    async take(workerId, queues, limit) {
      const taken = await work.take(workerId, queues, limit)
      if (taken.length > 0) known.check()
      for (const { runId, request } of taken) {
        const state = known.stateOf(runId)
        if (!state || (state.rollback === null && state.outcome === null)) continue
        const when = state.outcome === null ? 'turned back' : 'ended'
        violate({ invariant: 15, what: `a worker began ${request.step} of run ${runId}, which had ${when}` })
      }
      return taken
    },
  }
}
