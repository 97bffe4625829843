import type { Pool } from 'pg'
import type { RunEvent } from '#core/run/event.ts'

/** When each step that calls `right_now` was called, by run and step; of these runs, or of all. */
export async function calledAt(
  pool: Pool,
  runIds?: readonly string[],
): Promise<readonly { readonly runId: string; readonly step: string; readonly at: number }[]> {
  const { rows } = await pool.query<{ run_id: string; events: string }>(
    `select run_id, events from run_log
      where events like '%called_at%' and ($1::uuid[] is null or run_id = any($1::uuid[])) order by run_id, seq`,
    [runIds ?? null],
  )
  return rows.flatMap(({ run_id, events }) =>
    (JSON.parse(events) as readonly RunEvent[]).flatMap((event) => {
      if (event.type !== 'workflow.node.completed') return []
      const output = event.payload.output as { readonly called_at?: number } | null
      return output?.called_at === undefined ? [] : [{ runId: run_id, step: event.step, at: output.called_at }]
    }),
  )
}
