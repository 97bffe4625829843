import type { Pool } from 'pg'
import type { RunEvent } from '#core/run/event.ts'
import { type ShownArtifact, shownArtifact } from '#core/run/fan-out/variant-output.ts'

/** The artifacts of runs, in their order; `until` is the last instant that counts. */
export async function readArtifacts(
  pool: Pool,
  runIds: readonly string[],
  until: number = Number.POSITIVE_INFINITY,
): Promise<ReadonlyMap<string, readonly ShownArtifact[]>> {
  const found = new Map<string, ShownArtifact[]>()
  if (runIds.length === 0) return found
  const { rows } = await pool.query<{ id: string; events: string }>(
    `select run_id as id, events from run_log
      where run_id = any($1::uuid[]) and strpos(events, '"workflow.node.artifact"') > 0 order by run_id, seq`,
    [runIds],
  )
  for (const { id, events } of rows) {
    const artifacts = (JSON.parse(events) as readonly RunEvent[]).flatMap((event) =>
      event.type === 'workflow.node.artifact' && event.at <= until ? [shownArtifact(event)] : [],
    )
    found.set(id, [...(found.get(id) ?? []), ...artifacts])
  }
  return found
}
