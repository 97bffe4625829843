import type { JsonObject } from '#core/json.ts'
import { aboutOf } from '#core/run/search/about.ts'
import type { HumanWaits } from '#core/run/words.ts'
import type { RunSummary } from './models.ts'
import { publicStatusColumn } from './public-status.ts'

/**
 * The columns of lists: the header of a run (`run r`), its projection (`run_state s`) and its progress (`run_progress
 * p`).
 */
export interface RunRow {
  readonly id: string
  readonly owner_id: string
  readonly data_region: string
  readonly workflow: string
  readonly version: number
  readonly parent_run_id: string | null
  readonly parent_step: string | null
  readonly root_run_id: string
  readonly workflow_id: string | null
  readonly rerun_of: string | null
  readonly variants: number | null
  readonly regenerated_from: string | null
  readonly regenerated_variant: number | null
  readonly rerun_by: readonly string[]
  readonly depth: number
  readonly tags: readonly string[] | null
  readonly created_by: string
  readonly created_at: Date
  readonly status: string
  readonly phase: string
  readonly public_status: string
  readonly held: boolean
  readonly current_steps: readonly string[] | null
  readonly error_code: string | null
  readonly error_message: string | null
  readonly error_step: string | null
  readonly human_wait: HumanWaits | null
  readonly started_at: Date | null
  readonly ended_at: Date | null
  readonly updated_at: Date
  readonly child_count: number
  readonly test: boolean
  readonly short_values: JsonObject | null
}

/** Whether `run r` is a test run of a draft, or a descendant of one. */
export const isTest = 'exists (select from own_run t where t.id = r.root_run_id and t.version < 0)'

/** Short values of the indexed input of `run r`, as many as a list shows. */
export const shortValues = `(
  select coalesce((select jsonb_object_agg(v.key, v.value)
                     from (select e.key, e.value
                             from jsonb_each(case jsonb_typeof(x.input) when 'object' then x.input end) e
                            where jsonb_typeof(e.value) in ('string', 'number', 'boolean') limit 12) v), '{}')
    from own_run_search x where x.run_id = r.id)`

export const runColumns = `r.id, r.owner_id, r.data_region, r.workflow, r.version, r.parent_run_id, r.parent_step,
  r.root_run_id, r.workflow_id, r.rerun_of, r.variants, r.regenerated_from, r.regenerated_variant, r.depth, r.tags, r.created_by, r.created_at,
  s.status, s.phase, ${publicStatusColumn} as public_status, s.held, p.current_steps,
  s.error_code, s.error_message, s.error_step, s.human_wait, s.started_at, s.ended_at, p.updated_at,
  (select count(*)::int from own_run c where c.parent_run_id = r.id) as child_count,
  array(select again.id::text from own_run again where again.rerun_of = r.id order by again.id) as rerun_by,
  ${isTest} as test, ${shortValues} as short_values`

/** The tables joined to `run r`. */
export const runJoins = 'join own_run_state s on s.run_id = r.id join own_run_progress p on p.run_id = r.id'
export const runTables = `run r ${runJoins}`

export function summariseRun(row: RunRow): RunSummary {
  return {
    runId: row.id,
    workflow: row.workflow,
    version: row.version,
    test: row.test,
    status: row.status,
    phase: row.phase,
    publicStatus: row.public_status,
    held: row.held,
    currentSteps: row.current_steps ?? [],
    error:
      row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '', step: row.error_step },
    humanWait: row.human_wait,
    parentRunId: row.parent_run_id,
    rootRunId: row.root_run_id,
    workflowId: row.workflow_id,
    rerunOf: row.rerun_of,
    rerunBy: row.rerun_by,
    variants: row.variants ?? 1,
    lineage:
      row.regenerated_from === null
        ? null
        : { parentRunId: row.regenerated_from, parentVariantIndex: row.regenerated_variant },
    ownerId: row.owner_id,
    dataRegion: row.data_region,
    depth: row.depth,
    childCount: row.child_count,
    tags: row.tags ?? [],
    about: row.short_values && aboutOf(row.short_values),
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
  }
}
