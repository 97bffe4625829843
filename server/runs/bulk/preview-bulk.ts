import { limits } from '#core/limits.ts'
import type { Preview } from '#core/run/preview/preview-retry.ts'
import { retryableStatuses } from '#core/run/views/status.ts'
import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../../api-error.ts'
import type { Stores } from '../../stores.ts'
import { previewRerunOf, previewRetryOf } from '../rerun/preview-rerun.ts'
import type { BulkVerb } from './bulk-models.ts'
import { type Choice, chosenRuns } from './chosen-runs.ts'

/** The preview of a bulk operation. */
export interface BulkPreview {
  /** The number of chosen runs. Counting stops just above the maximum (`limits.bulk.runs`). */
  readonly total: number
  /** The number of chosen runs by status, the most frequent first. */
  readonly statuses: readonly { readonly status: string; readonly count: number }[]
  /** The most frequent failure causes of the chosen runs, for verbs that execute steps again; empty for other verbs. */
  readonly causes: readonly CausePreview[]
  /** Causes beyond these. */
  readonly moreCauses: number
}

/**
 * Runs with one failure cause, or runs of one workflow that did not fail, and the effect of the verb on the newest of
 * them.
 */
export interface CausePreview {
  readonly workflow: string
  readonly step: string | null
  readonly code: string | null
  readonly count: number
  /** The newest of them. */
  readonly runId: string
  readonly preview: Preview
}

interface CauseRow {
  readonly workflow: string
  readonly step: string | null
  readonly code: string | null
  readonly count: number
  readonly run_id: string
  readonly causes: number
}

export async function previewBulk(
  stores: Stores,
  actor: Actor,
  { verb, ...choice }: Choice & { readonly verb: BulkVerb },
): Promise<BulkPreview> {
  const statuses = await byStatus(stores, actor, choice)
  const rows = verb.type === 'retry' || verb.type === 'rerun' ? await byCause(stores, actor, choice, verb.type) : []
  const causes = await Promise.all(
    rows.map(async ({ run_id: runId, causes: _, ...row }) => {
      return { ...row, runId, preview: await previewOne(stores, actor, verb, runId) }
    }),
  )
  return {
    total: statuses.reduce((sum, { count }) => sum + count, 0),
    statuses,
    causes,
    moreCauses: (rows[0]?.causes ?? 0) - rows.length,
  }
}

async function byStatus({ pool }: Stores, actor: Actor, choice: Choice): Promise<BulkPreview['statuses']> {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const { rows } = await pool.query<{ status: string; count: number }>(
    `select status, count(*)::int as count
       from (select s.status from own_run r join own_run_state s on s.run_id = r.id
              where ${chosenRuns(actor, choice, bind)} limit ${bind(limits.bulk.runs + 1)}) chosen
      group by status order by count(*) desc, status`,
    values,
  )
  return rows
}

/** The index of causes lags a moment behind the runs. A run that is not indexed yet is grouped by its workflow. */
async function byCause(
  { pool }: Stores,
  actor: Actor,
  choice: Choice,
  type: 'retry' | 'rerun',
): Promise<readonly CauseRow[]> {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const may = type === 'retry' ? `and s.status = any(${bind(retryableStatuses)})` : ''
  const { rows } = await pool.query<CauseRow>(
    `with chosen as (
       select r.id, r.workflow from own_run r join own_run_state s on s.run_id = r.id
        where ${chosenRuns(actor, choice, bind)} ${may} limit ${bind(limits.bulk.runs + 1)})
     select g.count, g.causes, g.run_id, r.workflow, s.error_step as step, s.error_code as code
       from (select count(*)::int as count, max(c.id::text)::uuid as run_id, (count(*) over ())::int as causes
               from chosen c left join own_run_search f on f.run_id = c.id
              group by coalesce(f.fingerprint, c.workflow)
              order by count(*) desc, max(c.id::text) desc limit ${bind(limits.bulk.causesShown)}) g
       join own_run r on r.id = g.run_id join own_run_state s on s.run_id = r.id
      order by g.count desc, g.run_id desc`,
    values,
  )
  return rows
}

/** The preview of one run. An error, such as a missing version, takes the place of the preview. */
async function previewOne(stores: Stores, actor: Actor, verb: BulkVerb, runId: string): Promise<Preview> {
  try {
    const asked = verb.type === 'rerun' ? verb : null
    const { preview } =
      asked === null
        ? await previewRetryOf(stores, actor, { runId })
        : await previewRerunOf(stores, actor, { runId, version: asked.version, results: asked.results })
    return preview
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { ok: false, message: error.message }
  }
}
