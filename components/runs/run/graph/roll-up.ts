import type { Graph } from '#core/graph/graph.ts'
import { type RunState, stepState } from '#core/run/state.ts'
import { humanWaits } from '#core/run/views/waits.ts'
import { runGraphTexts } from '../../texts/run-graph.ts'

/**
 * A summary of the steps of a run, and of the people awaited there or below: `3 of 5 done, 1 failed, 1 waits`.
 * `failedItems`: for a step that continues with its other items, the number of its failed items or runs below them.
 */
export function rollUp(graph: Graph, state: RunState, failedItems: (step: string) => number): string {
  let done = 0
  let failed = 0
  for (const { step } of graph.nodes) {
    const now = stepState(state, step.name)
    if (now?.status === 'completed') done += 1
    else if (now?.status === 'failed') failed += 1
    else if (now !== undefined && step.type === 'PARALLEL') failed += failedItems(step.name)
  }
  const waits = humanWaits(state).count
  return [
    runGraphTexts.ofDone(done, graph.nodes.length),
    ...(failed > 0 ? [runGraphTexts.failedFailed(failed)] : []),
    ...(waits > 0 ? [waits === 1 ? runGraphTexts.oneWaits : runGraphTexts.wait(waits)] : []),
  ].join(', ')
}
