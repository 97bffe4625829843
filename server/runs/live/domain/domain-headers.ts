import type { Pool } from 'pg'
import type { DomainHeader } from '#core/run/domain/end-of-run.ts'
import { type FanOut, variantIndexOf } from '#core/run/fan-out/fan-out.ts'

/** The header of a run, and its fan-out if it is a variant of one. */
export interface HeaderOfRun extends DomainHeader {
  /** The fan-out that started the run as a variant. */
  readonly fanOutRunId: string | null
}

interface Row {
  readonly runId: string
  readonly workflow: string
  readonly kind: string | null
  readonly fanOut: FanOut | null
  readonly fanOutRunId: string | null
  readonly step: string | null
}

/** The headers that domain events are made with, by run; a run that was removed has none. */
export async function readDomainHeaders(
  pool: Pool,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, HeaderOfRun>> {
  const { rows } = await pool.query<Row>({
    name: 'domain-headers',
    text: `
select r.id as "runId", r.workflow, f.id as "fanOutRunId", r.parent_step as step,
       created.payload->>'kind' as kind, created.payload->'fan_out' as "fanOut"
  from run r left join run f on f.id = r.parent_run_id and f.variants is not null
  cross join lateral (
    select g.events::json->0->'payload' as payload from run_log g where g.run_id = r.id and g.seq = 1) created
 where r.id = any($1::uuid[])`,
    values: [runIds],
  })
  return new Map(
    rows.map(({ runId, workflow, kind, fanOut, fanOutRunId, step }) => {
      const variantIndex = fanOutRunId === null || step === null ? 0 : (variantIndexOf(step) ?? 0)
      const shown = { runId, workflow, variantIndex, fanOutRunId }
      return [runId, { ...shown, ...(kind !== null && { kind }), ...(fanOut !== null && { fanOut }) }]
    }),
  )
}
