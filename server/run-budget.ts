import { EnvError } from './env-error.ts'
import type { EnvVariables } from './env-schema.ts'

/**
 * The budget of an installation: how many runs execute at once. A run needs one slot from its promotion until it ends or
 * waits, a fan-out one for each of its variants; a run that waits for people, signals, timers, workers or other runs
 * holds none.
 *
 * An engine with a budget takes no eager runs: every run goes through the queue, where claims grant the slots in the
 * order of the queue.
 */
export interface RunBudget {
  /** Slots of all owners together; null: no bound. */
  readonly slots: number | null
  /** Slots of one owner; null: no bound. */
  readonly perOwner: number | null
  /**
   * How long a run waits for its first slot before it fails with `BUDGET_EXHAUSTED`; 0: it fails at once; null: it waits
   * until a slot is free. A run that has begun, and a run that another one started, always waits.
   */
  readonly waitSeconds: number | null
}

/** A bound in place of none, which an `int` of the database holds. */
const NO_BOUND = 2_147_483_647

export const boundsOf = ({ slots, perOwner }: RunBudget): readonly [slots: number, perOwner: number] => [
  slots ?? NO_BOUND,
  perOwner ?? NO_BOUND,
]

/** The budget that the environment sets; undefined: none. */
export function runBudgetOf(value: EnvVariables): RunBudget | undefined {
  const slots = value.HEDDLE_RUN_SLOTS ?? null
  const perOwner = value.HEDDLE_RUN_SLOTS_PER_OWNER ?? null
  const waitSeconds = value.HEDDLE_RUN_SLOTS_WAIT_SECONDS ?? null
  if (slots !== null || perOwner !== null) return { slots, perOwner, waitSeconds }
  if (waitSeconds === null) return undefined
  throw new EnvError(
    'HEDDLE_RUN_SLOTS_WAIT_SECONDS needs HEDDLE_RUN_SLOTS or HEDDLE_RUN_SLOTS_PER_OWNER: without them no run waits for a slot',
  )
}
