import { edgeState } from '../edges.ts'
import type { Decision } from './decision.ts'
import { reopen } from './reopen.ts'

/** Follows the edges of a decided step: puts the next steps on the agenda, or takes the back edges that it chose. */
export function follow(decision: Decision, name: string): void {
  const { executable, nextState, agenda } = decision
  const targets: string[] = []
  for (const edge of executable.flowOf(name).outgoing(name)) {
    if (!edge.back) agenda.push(edge.to)
    else if (edgeState(executable, nextState, edge) === 'live') targets.push(edge.to)
  }
  if (targets.length > 0) reopen(decision, name, targets, 'back_edge')
}
