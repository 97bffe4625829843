import type { AskedRegeneration } from '#core/run/fan-out/asked-regeneration.ts'
import type { Regenerates } from '#core/run/fan-out/fan-out.ts'
import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../../api-error.ts'
import type { Stores } from '../../stores.ts'
import { visibleRun } from '../visible-run.ts'

/** The run that is regenerated, which the actor may see. Throws `NOT_FOUND`, and `OUT_OF_RANGE` for its variant. */
export async function findRegenerated(
  { pool }: Pick<Stores, 'pool'>,
  actor: Actor,
  { parentRunId, variant }: AskedRegeneration,
): Promise<Regenerates> {
  const values: unknown[] = [parentRunId]
  const visible = visibleRun(actor, (value) => `$${values.push(value)}`)
  const { rows } = await pool.query<{ variants: number | null }>(
    `select r.variants from run r where r.id = $1 and ${visible}`,
    values,
  )
  const [found] = rows
  if (found === undefined) throw new ApiError('NOT_FOUND', 'There is no such run.', 'input.regenerate.parent_run_id')
  const most = found.variants ?? 1
  if (variant !== undefined && variant >= most) {
    const message = most === 1 ? 'That run has one variant: 0.' : `That run has the variants 0 to ${most - 1}.`
    throw new ApiError('OUT_OF_RANGE', message, 'input.regenerate.parent_variant_index')
  }
  return { run_id: parentRunId, ...(variant !== undefined && { variant }) }
}
