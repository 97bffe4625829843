import type { Effect } from '#core/run/effect.ts'

/** What a run owes to the world, by the id of each effect. */
export type Plan = ReadonlyMap<string, Effect>

/** What a decision changes of what is owed to the world. */
export interface PlanChange {
  readonly after: Plan
  readonly appeared: readonly Effect[]
  readonly gone: readonly Effect[]
}
