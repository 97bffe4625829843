import { waitsForPeopleOnly } from '../../envelope/locks-of.ts'
import type { Decision } from '../decision.ts'

/** Gives the locks back while the run only waits for people, where the definition says so. */
export function releaseWhileWaiting(decision: Decision): void {
  const { nextState, executable } = decision
  const { tokens, released } = nextState.envelope ?? {}
  if (executable.definition.envelope?.locks?.while_waiting !== 'release') return
  if (nextState.phase !== 'RUNNING' || released || tokens === undefined || Object.keys(tokens).length === 0) return
  if (!waitsForPeopleOnly(nextState)) return
  decision.emit({ type: 'workflow.locks.released', payload: { resources: Object.keys(tokens) } })
}
