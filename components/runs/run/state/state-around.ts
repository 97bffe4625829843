import type { JsonObject } from '#core/json.ts'
import { withChanges } from '#core/run/evolve/data.ts'
import { type RunIndex, stateAt } from '../instant/run-index.ts'
import type { StepFacts } from '../step/step-facts.ts'
import { type Diff, diffJson } from './json-diff.ts'

export interface StateChange {
  readonly before: JsonObject
  readonly after: JsonObject
  readonly diff: Diff | null
  /**
   * True for a write of the step itself; otherwise the changes during its visit, such as by the steps within a loop.
   */
  readonly isOwn: boolean
}

/** The state before and after a step, up to event `seq`; null before its first visit. */
export function stateAround(
  index: RunIndex,
  seq: number,
  { writes, visit }: Pick<StepFacts, 'writes' | 'visit'>,
): StateChange | null {
  const first = writes[0]
  if (first !== undefined) {
    // Writes of other steps in between are not shown here.
    const before = stateAt(index, first.seq - 1).data
    const changes = writes.flatMap((write) => write.changes)
    const after = withChanges(before, changes)
    return { before, after, diff: diffJson(before, after), isOwn: true }
  }
  if (visit === null) return null
  const before = stateAt(index, visit.from - 1).data
  const after = stateAt(index, visit.to ?? seq).data
  return { before, after, diff: diffJson(before, after), isOwn: false }
}
