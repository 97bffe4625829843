import { retryableStatuses } from '#core/run/views/status.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Instant } from '../../page.ts'
import type { Stores } from '../../stores.ts'
import { runConditions } from './run-conditions.ts'
import type { RunFilter } from './run-filter.ts'

/** Failed runs with one cause: equal workflow, step, error code and shape of the message. */
export interface FailureGroup {
  readonly fingerprint: string
  readonly workflow: string
  readonly step: string | null
  readonly code: string
  /** The message without the parts that differ from run to run. */
  readonly shape: string
  /** The message of the newest run, in full. */
  readonly message: string
  readonly count: number
  /** Whether a retry continues any of the runs at its failed step. Compensated runs start anew or not at all. */
  readonly retryable: boolean
  readonly firstAt: Instant
  readonly lastAt: Instant
  /** The newest run. */
  readonly runId: string
  /** A newer published version that none of the runs used; null for none. */
  readonly newerVersion: number | null
}

export interface Failures {
  readonly items: readonly FailureGroup[]
  /** There are rarer causes. */
  readonly more: boolean
}

/** The most frequent causes of the failed runs that the filter finds. */
export async function listFailures(
  { pool }: Stores,
  actor: Actor,
  { limit, ...filter }: RunFilter & { readonly limit: number },
): Promise<Failures> {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = runConditions(actor, filter, bind)
  const { rows } = await pool.query<Omit<FailureGroup, 'firstAt' | 'lastAt'> & { first_at: Date; last_at: Date }>(
    `select g.fingerprint, g.count, g.retryable, g.first_at, g.last_at, g.run_id as "runId", r.workflow, f.failure as shape,
            coalesce(s.error_message, f.failure) as message,
            s.error_step as step, coalesce(s.error_code, '') as code,
            case when w.latest_version > g.version then w.latest_version end as "newerVersion"
       from (select f.fingerprint, count(*)::int as count, min(s.ended_at) as first_at, max(s.ended_at) as last_at,
                    (max(r.id::text))::uuid as run_id, max(r.version) as version,
                    bool_or(s.status = any(${bind(retryableStatuses)})) as retryable
               from own_run_search f join own_run r on r.id = f.run_id join own_run_state s on s.run_id = r.id
              where f.fingerprint is not null and s.ended_at is not null and ${conditions}
              group by f.fingerprint
              order by count(*) desc, max(s.ended_at) desc
              limit ${bind(limit + 1)}) g
       join own_run r on r.id = g.run_id join own_run_state s on s.run_id = r.id join own_run_search f on f.run_id = r.id
       left join workflow w on w.owner_id = r.owner_id and w.name = r.workflow
      order by g.count desc, g.last_at desc`,
    values,
  )
  const items = rows.slice(0, limit).map(({ first_at, last_at, ...group }) => ({
    ...group,
    firstAt: first_at.toISOString(),
    lastAt: last_at.toISOString(),
  }))
  return { items, more: rows.length > limit }
}
