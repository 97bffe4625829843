import type { RunEvent } from '#core/run/event.ts'
import type { RunState } from '#core/run/state.ts'
import type { SimulatedViolation } from './world.ts'

/** Holds what runs were told of their children's ends against the children's own histories. */
export interface ChildChecker {
  /** How a run stands behind a row of its history. */
  takeRow(runId: string, state: RunState): void
  checkSettled(historyOf: (runId: string) => readonly RunEvent[]): void
}

export function createChildChecker(violate: (violation: SimulatedViolation) => void): ChildChecker {
  /** By run: its ends, more than one if it was retried. A run that never began has none. */
  const ends = new Map<string, Set<string>>()

  return {
    takeRow(runId, { outcome, data }) {
      const known = ends.get(runId) ?? new Set()
      ends.set(runId, known)
      if (outcome !== null) known.add(wordOf(outcome.status, data, outcome.error?.code))
    },
    checkSettled(historyOf) {
      for (const runId of ends.keys()) {
        for (const event of historyOf(runId)) {
          if (event.type !== 'workflow.child.ended') continue
          const { child_run_id, status, state, error, never_began } = event.payload
          if (never_began && ends.has(child_run_id))
            violate({ invariant: 1, what: `${child_run_id} is said to have never begun, and did` })
          if (never_began) continue
          if (ends.get(child_run_id)?.has(wordOf(status, state, error?.code))) continue
          const what = `run ${runId} was told that ${child_run_id} ended ${status} with ${JSON.stringify(state)}, and it did not`
          violate({ invariant: 2, what })
        }
      }
    },
  }
}

function wordOf(status: string, state: unknown, code: string | undefined): string {
  return `${status} ${code} ${JSON.stringify(state)}`
}
