import { z } from 'zod'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { type Bind, runConditions } from '../list/run-conditions.ts'
import { type RunFilter, runFilter } from '../list/run-filter.ts'

/** The runs of a verb: either the listed ones, or all that the filter finds now, except some. */
export interface Choice {
  readonly runIds?: readonly string[] | undefined
  readonly filter?: RunFilter | undefined
  readonly except?: readonly string[] | undefined
}

const runIds = z.array(z.uuid()).min(1).max(limits.bulk.selected).optional()

/** `Choice` as a zod input. */
export const choice = {
  runIds,
  filter: runFilter.optional(),
  except: runIds,
} as const
export const isOneChoice = ({ runIds, filter, except }: Choice) =>
  runIds === undefined ? filter !== undefined : filter === undefined && except === undefined

/** The chosen runs that the actor may see, as a condition on `run r` and `run_state s`. */
export function chosenRuns(actor: Actor, { runIds, filter = {}, except }: Choice, bind: Bind): string {
  if (runIds === undefined) {
    const found = runConditions(actor, filter, bind)
    return except === undefined ? found : `${found} and r.id <> all(${bind(except)}::uuid[])`
  }
  return `${runConditions(actor, { tests: 'with' }, bind)} and r.id = any(${bind(runIds)}::uuid[])`
}
