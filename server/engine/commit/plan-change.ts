import type { Effect } from '#core/run/effect.ts'

/** The effects that the engine owes a run, by id. */
export type Plan = ReadonlyMap<string, Effect>

/** The difference between the plans before and after a decision. */
export interface PlanChange {
  readonly after: Plan
  readonly appeared: readonly Effect[]
  readonly gone: readonly Effect[]
}
