import type { Actor } from '#server/access/actor.ts'
import { PARKED } from '#server/engine/store/queue-position.ts'
import type { RunBudget } from '../run-budget.ts'
import type { Stores } from '../stores.ts'
import { getRunRow } from './get-run-row.ts'

/** Whether a run waits for a slot of the budget, and how many there are. */
export interface SlotWait {
  /** False where the installation has no budget: then no run ever waits for a slot. */
  readonly isBounded: boolean
  readonly waits: boolean
  readonly slots: number | null
  readonly perOwner: number | null
}

const unbounded: SlotWait = { isBounded: false, waits: false, slots: null, perOwner: null }

/** A run in the queue that holds no slot waits for one. */
export async function findSlotWait(
  stores: Stores,
  actor: Actor,
  runId: string,
  budget: RunBudget | undefined,
): Promise<SlotWait> {
  await getRunRow(stores, actor, runId)
  if (budget === undefined) return unbounded
  const { rows } = await stores.pool.query(
    `select from ready r where r.run_id = $1 and r.position < ${PARKED}
                         and not exists (select from run_slot h where h.run_id = r.run_id)`,
    [runId],
  )
  const { slots, perOwner } = budget
  return { isBounded: true, waits: rows.length > 0, slots, perOwner }
}
