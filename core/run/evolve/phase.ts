import type { CodeState } from '../code/code-state.ts'
import type { RunState } from '../state.ts'
import type { Phase } from '../statuses.ts'
import type { Effects, Verdict } from '../words.ts'
import type { MutableState } from './mutable-state.ts'

/**
 * The phases of a run without an envelope at its turning points: it waits for no condition and no lock, so several
 * phases pass in one event; the last one is shown.
 */
export const phasePaths = {
  created: ['NEW'],
  queued: ['VALID', 'READY'],
  promoted: ['RESOURCE_DISCOVERY', 'RESOURCES_DISCOVERED', 'SCHEDULED', 'LOCKING', 'LOCKED'],
  started: ['RUNNING'],
  retried: ['READY', 'RESOURCE_DISCOVERY', 'RESOURCES_DISCOVERED', 'SCHEDULED', 'LOCKING', 'LOCKED', 'RUNNING'],
  completed: ['COMPLETED'],
  failing: ['ERROR'],
  compensating: ['ROLLBACK'],
  neverRan: ['FAILED_SAFE'],
  withoutEffects: ['ERROR', 'ROLLBACK', 'FAILED_SAFE'],
  withEffects: ['ERROR', 'FAILED_UNSAFE'],
  rolledBack: ['ROLLBACK', 'FAILED_SAFE'],
  notRolledBack: ['ROLLBACK', 'FAILED_UNSAFE'],
  undoneAgain: ['FAILED_SAFE'],
  notUndoneAgain: ['FAILED_UNSAFE'],
} as const satisfies Record<string, readonly Phase[]>

export type Turn = keyof typeof phasePaths

/** Moves a run without an envelope to the phase of a turning point; an envelope records each change of its phase. */
export function turnTo(nextState: MutableState, turn: Turn): void {
  if (!nextState.header.envelope) nextState.phase = phasePaths[turn].at(-1) as Phase
}

/** The verdict when a run ends badly or is cancelled: is the world as it was? */
export function turnOfEnding(state: RunState, undone: boolean): Turn {
  const effects = effectsSoFar(state)
  if (state.rollback !== null) {
    const isUndone = undone && effects !== 'final'
    if (state.rollback.again) return isUndone ? 'undoneAgain' : 'notUndoneAgain'
    return isUndone ? 'rolledBack' : 'notRolledBack'
  }
  if (state.phase !== 'RUNNING') return 'neverRan'
  return effects === 'none' ? 'withoutEffects' : 'withEffects'
}

/**
 * The possible effects of the run on the world so far, those of executing steps and of children that have not ended
 * included.
 */
export function effectsSoFar({ effects, open, steps, children, envelope, code }: RunState): RunState['effects'] {
  const executing = open.map((name) => {
    const step = steps[name]
    return step?.status === 'running' ? step.impact : undefined
  })
  // An envelope knows the effects by step, so that an undone or resolved one no longer counts.
  const past = envelope === undefined ? [effects] : Object.values(envelope.touched)
  const below = Object.values(children).map((child) => child.effects)
  const all = [...past, ...executing, ...below]
  if (all.includes('final')) return code !== undefined && !below.includes('final') ? effectsOfCode(code) : 'final'
  return all.includes('undoable') ? 'undoable' : 'none'
}

/** A run of code can undo its changes if it has registered a compensation for each of them. */
function effectsOfCode({ changes = 0, compensations = {} }: CodeState): Effects {
  return Object.keys(compensations).length >= changes ? 'undoable' : 'final'
}

/**
 * The verdict of an ended run, for its parent: whether the world is as it was before the run. The phase decides for a
 * run that ended badly: a failed compensation leaves it unsafe, whatever the compensation was for.
 */
export function verdictOf(state: RunState): Verdict {
  const isSafe = state.phase === 'COMPLETED' ? effectsSoFar(state) === 'none' : state.phase === 'FAILED_SAFE'
  return isSafe ? 'safe' : 'unsafe'
}

const acknowledgedPhases: Partial<Record<Phase, Phase>> = {
  COMPLETED: 'COMPLETED_ACK',
  FAILED_SAFE: 'FAILED_SAFE_ACK',
  FAILED_UNSAFE: 'FAILED_UNSAFE_ACK',
}

export function acknowledgedPhase(phase: Phase): Phase {
  return acknowledgedPhases[phase] as Phase
}
