import { z } from 'zod'
import { limits } from '#core/limits.ts'
import type { Actor } from '../../actor.ts'
import { type Bind, runConditions } from '../list/run-conditions.ts'
import { type RunFilter, runFilter } from '../list/run-filter.ts'

/** Which runs a verb is for: either these, or all that the filter finds now. */
export interface Choice {
  readonly runIds?: readonly string[] | undefined
  readonly filter?: RunFilter | undefined
}

/** The same as input. */
export const choice = {
  runIds: z.array(z.uuid()).min(1).max(limits.bulk.selected).optional(),
  filter: runFilter.optional(),
} as const
export const isOneChoice = ({ runIds, filter }: Choice) => (runIds === undefined) !== (filter === undefined)

/** The chosen runs that the actor may see, as a condition on `run r` and `run_state s`. */
export function chosenRuns(actor: Actor, { runIds, filter = {} }: Choice, bind: Bind): string {
  if (runIds === undefined) return runConditions(actor, filter, bind)
  return `${runConditions(actor, { tests: 'with' }, bind)} and r.id = any(${bind(runIds)}::uuid[])`
}
