import type { Pool } from 'pg'
import { variantIndexOf } from '#core/run/fan-out/fan-out.ts'

/** SQL of the step that made the run with this id as a variant of a fan-out; null for any other run. */
export const variantStepOf = (runId: string): string =>
  `(select c.parent_step from run c join run f on f.id = c.parent_run_id and f.variants is not null where c.id = ${runId})`

/** The variant that a run is, from 0, by its step in a fan-out: the only one of any other run. */
export const variantAt = (step: string | null): number => (step === null ? 0 : (variantIndexOf(step) ?? 0))

export async function readVariantIndex(pool: Pool, runId: string): Promise<number> {
  const { rows } = await pool.query<{ step: string | null }>(`select ${variantStepOf('$1')} as step`, [runId])
  return variantAt(rows[0]?.step ?? null)
}
