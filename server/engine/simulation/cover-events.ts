import type { RunEvent } from '#core/run/event.ts'
import { type Coverage, type Situation, saw } from './coverage.ts'

const situationOf: { readonly [type: string]: Situation } = {
  'workflow.timer.fired': 'timer fired',
  'workflow.child.spawned': 'child started',
  'workflow.compensation.completed': 'run compensated',
  'workflow.run.retried': 'run retried',
  'workflow.run.cancelled': 'run cancelled',
  'workflow.run.paused': 'run held',
}

/** Rare situations that histories show. */
export function coverEvents(coverage: Coverage, event: RunEvent): void {
  const situation = situationOf[event.type]
  if (situation) saw(coverage, situation)
  if (event.type === 'workflow.node.failed' && event.payload.error.code === 'STEP_QUARANTINED') {
    saw(coverage, 'step quarantined')
  }
}
