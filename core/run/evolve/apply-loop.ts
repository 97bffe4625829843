import { type Rounds, resultOfRound, withResult } from '../rounds.ts'
import type { Looping } from '../step-state.ts'
import type { Appliers } from './appliers.ts'
import type { Draft } from './draft.ts'

/** Events of LOOP steps. */
export const loopAppliers = {
  'workflow.loop.round_started': (draft, event) => {
    const { round, result_of } = event.payload
    const loop = draft.steps[event.step] as Looping
    draft.steps[event.step] = { ...loop, rounds: nextRound(draft, loop.rounds, round, result_of) }
    for (const name of loop.rounds.body) openForRound(draft, name)
  },
} satisfies Partial<Appliers>

function nextRound(draft: Draft, rounds: Rounds, round: number, resultOf: string | undefined): Rounds {
  if (rounds.results === undefined || round === 0) return { ...rounds, round }
  const result = resultOfRound(draft, resultOf)
  return { ...rounds, round, results: withResult(rounds.results, result) }
}

/**
 * Opens a body step for the next round, as a visit of its own. The loop bounds its rounds, so `max_visits` counts
 * within each round.
 */
function openForRound(draft: Draft, name: string): void {
  const before = Object.hasOwn(draft.steps, name) ? draft.steps[name] : undefined
  if (before === undefined || (before.status === 'again' && before.attempt === 0)) return
  draft.steps[name] = {
    status: 'again',
    iteration: before.iteration + 1,
    visits: 0,
    attempt: 0,
    attemptsBefore: 0,
  }
}

/**
 * Forgets the rounds of the loops around an undone step: these loops cannot go on in the middle, and a retry begins
 * them anew.
 */
export function forgetRounds(draft: Draft, step: string): void {
  const loop = Object.keys(draft.steps).find((name) => draft.steps[name]?.rounds?.body.includes(step))
  if (loop === undefined) return
  const { rounds: _, ...rest } = draft.steps[loop] as Looping
  draft.steps[loop] = rest as unknown as Looping
  forgetRounds(draft, loop)
}
