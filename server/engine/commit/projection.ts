import type { RunState } from '#core/run/state.ts'
import { humanWaits, runError, viewsOf } from '#core/run/views.ts'
import type { Projection } from './append.ts'

/** The list columns of a run: computed from its state and from nothing else (invariant 9). */
export function projectionOf(state: RunState): Projection {
  const { status, phase, publicStatus } = viewsOf(state)
  const waits = humanWaits(state)
  return {
    status,
    phase,
    held: state.hold !== null,
    pending: state.startedAt === null,
    calledFailed: publicStatus === 'failed',
    error: runError(state),
    humanWait: waits.count > 0 ? waits : null,
    startedAt: state.startedAt,
    endedAt: state.outcome?.at ?? null,
  }
}

/**
 * Whether nothing that lists show can have changed: a run that calls functions
 * here goes on calling them. True for most steps, and cheaper than looking.
 */
export function isPlainProgress(before: RunState, after: RunState): boolean {
  return (
    isCalling(before) &&
    isCalling(after) &&
    before.phase === after.phase &&
    before.hold === after.hold &&
    before.startedAt === after.startedAt
  )
}

function isCalling({ outcome, rollback, open, steps, children }: RunState): boolean {
  if (outcome !== null || rollback !== null || open.length === 0) return false
  for (const _ in children) return false
  return open.every((name) => {
    const step = steps[name]
    return step?.status === 'running' && step.queue === undefined
  })
}

export function sameProjection(a: Projection, b: Projection): boolean {
  return (
    a.status === b.status &&
    a.phase === b.phase &&
    a.held === b.held &&
    a.pending === b.pending &&
    a.calledFailed === b.calledFailed &&
    a.startedAt === b.startedAt &&
    a.endedAt === b.endedAt &&
    sameJson(a.error, b.error) &&
    sameJson(a.humanWait, b.humanWait)
  )
}

function sameJson(a: object | null, b: object | null): boolean {
  return a === b || (a !== null && b !== null && JSON.stringify(a) === JSON.stringify(b))
}
