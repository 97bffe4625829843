import type { DeciderViews } from '#core/run/decider/decider.ts'
import type { RunState } from '#core/run/state.ts'
import type { Projection } from './append.ts'

/** The list columns of a run: computed from its state and from nothing else (invariant 9). */
export function projectionOf(state: RunState, views: DeciderViews): Projection {
  const { status, phase, publicStatus } = views.of(state)
  const waits = views.humanWaits(state)
  return {
    status,
    phase,
    held: state.hold !== null,
    pending: state.startedAt === null,
    calledFailed: publicStatus === 'failed',
    error: views.error(state),
    humanWait: waits.count > 0 ? waits : null,
    startedAt: state.startedAt,
    endedAt: state.outcome?.at ?? null,
  }
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
