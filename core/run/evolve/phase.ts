import type { RunState } from '../state.ts'
import type { Phase } from '../statuses.ts'
import type { Verdict } from '../words.ts'

/**
 * Through which phases the run goes at its turning points. Nobody asks for
 * conditions, resources or locks yet, so several phases pass in one event; what
 * is shown is the last one.
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
} as const satisfies Record<string, readonly Phase[]>

export type Turn = keyof typeof phasePaths

/** Where a turning point leads. */
export function phaseAfter(turn: Turn): Phase {
  return phasePaths[turn].at(-1) as Phase
}

/** The verdict when a run ends badly or is cancelled: is the world as it was? */
export function turnOfEnding(state: RunState, undone: boolean): Turn {
  const effects = effectsSoFar(state)
  if (state.rollback !== null) return undone && effects !== 'final' ? 'rolledBack' : 'notRolledBack'
  if (state.phase !== 'RUNNING') return 'neverRan'
  return effects === 'none' ? 'withoutEffects' : 'withEffects'
}

/** What the run may have done to the world so far: also by the steps that execute, and by the children that have not ended. */
export function effectsSoFar({ effects, open, steps, children }: RunState): RunState['effects'] {
  const executing = open.map((name) => {
    const step = steps[name]
    return step?.status === 'running' ? step.impact : undefined
  })
  const all = [effects, ...executing, ...Object.values(children).map((child) => child.effects)]
  if (all.includes('final')) return 'final'
  return all.includes('undoable') ? 'undoable' : 'none'
}

/**
 * The verdict of a run that has ended, for its parent: whether the world is as it was before the run. One that ended badly
 * says of itself what its phase says: a compensation that failed leaves it unsafe, whatever it had been called for.
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
