import { type Rounds, resultOfRound, withResult } from '../rounds.ts'
import type { Looping } from '../step-state.ts'
import { turnOfRound } from '../turn.ts'
import type { Appliers } from './appliers.ts'
import type { MutableState } from './mutable-state.ts'

/** Events of LOOP steps. */
export const loopAppliers = {
  'workflow.loop.round_started': (nextState, event) => {
    const { round, result_of, turn_of } = event.payload
    const loop = nextState.steps[event.step] as Looping
    nextState.steps[event.step] = { ...loop, rounds: nextRound(nextState, loop.rounds, round, result_of, turn_of) }
    for (const name of loop.rounds.body) openForRound(nextState, name)
  },
} satisfies Partial<Appliers>

function nextRound(
  nextState: MutableState,
  rounds: Rounds,
  round: number,
  resultOf: string | undefined,
  turnOf: string | undefined,
): Rounds {
  if (rounds.results === undefined || round === 0) return { ...rounds, round }
  const result = turnOf === undefined ? resultOfRound(nextState, resultOf) : turnOfRound(nextState, turnOf, resultOf)
  return { ...rounds, round, results: withResult(rounds.results, result) }
}

/**
 * Opens a body step for the next round, as a visit of its own. The loop bounds its rounds, so `max_visits` counts
 * within each round.
 */
function openForRound(nextState: MutableState, name: string): void {
  const before = Object.hasOwn(nextState.steps, name) ? nextState.steps[name] : undefined
  if (before === undefined || (before.status === 'again' && before.attempt === 0)) return
  nextState.steps[name] = {
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
export function forgetRounds(nextState: MutableState, step: string): void {
  const loop = Object.keys(nextState.steps).find((name) => nextState.steps[name]?.rounds?.body.includes(step))
  if (loop === undefined) return
  const { rounds: _, ...rest } = nextState.steps[loop] as Looping
  nextState.steps[loop] = rest as unknown as Looping
  forgetRounds(nextState, loop)
}
