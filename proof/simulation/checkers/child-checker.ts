import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { EventOf, RunEvent } from '#core/run/event.ts'
import type { RunState } from '#core/run/state.ts'
import type { Verdict } from '#core/run/words.ts'
import { faultOfPhase, verdictsOf } from '../../reference/verdicts.ts'
import type { SimulatedViolation } from '../world/world.ts'

type Ended = EventOf<'workflow.child.ended'>['payload']

interface Behind {
  readonly state: RunState
  readonly history: readonly RunEvent[]
  readonly definition: ExecutableDefinition | null
}

/**
 * Holds what runs were told of their children's ends against the children's own histories, and the verdict of each end
 * against what the reference makes of all that was begun.
 */
export interface ChildChecker {
  /** How a run stands behind a row of its history. */
  takeRow(runId: string, behind: Behind): void
  checkSettled(historyOf: (runId: string) => readonly RunEvent[]): void
}

/** Of a run that never began. */
const unharmed: ReadonlySet<Verdict> = new Set(['safe'])

export function createChildChecker(violate: (violation: SimulatedViolation) => void): ChildChecker {
  /** By run: its ends, more than one if it was retried, each with the verdicts on it. A run that never began has none. */
  const ends = new Map<string, Map<string, Set<Verdict>>>()

  const endsLike = ({ child_run_id, status, state, error, never_began }: Ended): ReadonlySet<Verdict> =>
    never_began ? unharmed : (ends.get(child_run_id)?.get(wordOf(status, state, error?.code)) ?? new Set())
  /** Of ends that look alike, the one that is meant is the one that was told. */
  const ofChild = (ended: Ended): Verdict => {
    const [verdict = 'unsafe', another] = endsLike(ended)
    return another === undefined ? verdict : (ended.verdict ?? verdict)
  }

  return {
    takeRow(ownId, { state: { header, outcome, data, phase, code }, history, definition }) {
      // To its parent, a chain of runs that continue as new is its first run, and ends as the last one.
      const runId = header.continued_from?.first_run_id ?? ownId
      const known = ends.get(runId) ?? new Map<string, Set<Verdict>>()
      ends.set(runId, known)
      if (outcome === null || definition === null) return
      const judged = verdictsOf(definition, history, ofChild).at(-1)
      const fault = faultOfPhase(phase, judged)
      if (fault !== null) violate({ invariant: 'oracle', what: `run ${runId} is ${fault}` })
      const result = code === undefined ? data : (outcome.output ?? null)
      const word = wordOf(outcome.status, result, outcome.error?.code)
      if (judged !== undefined) known.set(word, (known.get(word) ?? new Set()).add(judged.verdict))
    },
    checkSettled(historyOf) {
      for (const runId of ends.keys()) {
        for (const event of historyOf(runId)) {
          if (event.type !== 'workflow.child.ended') continue
          const { child_run_id, status, state, verdict, never_began } = event.payload
          if (never_began && ends.has(child_run_id))
            violate({ invariant: 1, what: `${child_run_id} is said to have never begun, and did` })
          if (endsLike(event.payload).has(verdict as Verdict)) continue
          const what = `run ${runId} was told that ${child_run_id} ended ${status}, ${verdict}, with ${JSON.stringify(state)}, and it did not`
          violate({ invariant: 2, what })
        }
      }
    },
  }
}

function wordOf(status: string, state: unknown, code: string | undefined): string {
  return `${status} ${code} ${JSON.stringify(state)}`
}
