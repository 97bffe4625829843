import type { Pool, PoolClient } from 'pg'
import { limits } from '#core/limits.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { Cursor } from '#server/log/cursor.ts'
import { type PageEnd, pageOfTransactions, readTransactions, type Summary } from '#server/log/page.ts'
import { isFailure } from '../is-failure.ts'
import { failureCallLimits } from './failure-call-limits.ts'

/** A failure of a root run, waiting for its notification. */
export interface FailureNotice {
  readonly runId: string
  /** The sequence number of the log row with the failure. */
  readonly seq: number
  readonly attempts: number
  readonly createdAt: Date
}

export interface Failure {
  /** The idempotency key of the notification: equal for each attempt. */
  readonly id: string
  readonly run_id: string
  readonly workflow: string
  readonly version: number
  readonly owner_id: string
  readonly tags: readonly string[]
  readonly status: string
  readonly error: { readonly code: string; readonly message: string } | null
  readonly failed_step: string | null
  readonly failed_at: string
  /** From the root down, the sub-workflows through which it failed. */
  readonly lineage: readonly { readonly run_id: string; readonly workflow: string; readonly step: string | null }[]
}

/**
 * Inserts a notice for each failure of a root run in the next page of the log. Failures that are too old to report (the
 * setting was off meanwhile) are left out.
 */
export async function noteFailures(client: PoolClient, after: Cursor): Promise<PageEnd> {
  const { end } = await readTransactions(failureCallLimits.pageRows, async (rows) => {
    const { rows: answers } = await client.query<Summary>({
      name: `failure-notices-${rows}`,
      text: `with ${pageOfTransactions({ columns: 'run_id, seq, xid, at, events', rows })},
       noted as (
         insert into failure_notice (run_id, seq)
         select p.run_id, p.seq from page p join run r on r.id = p.run_id
          where (p.events like '%"workflow.run.failed"%' or p.events like '%"cause":"fail_fast"%')
            and r.parent_run_id is null and r.version > 0 and p.at > clock_timestamp() - make_interval(secs => $2::float8 / 1000)
         on conflict do nothing
       )
       select * from summary`,
      values: [after.xid, failureCallLimits.giveUpAfterMs],
    })
    const [found] = answers
    if (!found) throw new Error('The log of runs did not answer.')
    return found
  })
  return end
}

/** Takes up to `limit` due notices. Each becomes due again after `againInMs`, in case the process that took it dies. */
export async function takeNotices(pool: Pool, limit: number, againInMs: number): Promise<readonly FailureNotice[]> {
  const { rows } = await pool.query<FailureNotice>({
    name: 'failure-notices-due',
    text: `update failure_notice n
        set attempts = n.attempts + 1, due_at = clock_timestamp() + make_interval(secs => $2::float8 / 1000)
       from (select run_id, seq from failure_notice where due_at <= statement_timestamp()
              order by due_at limit $1 for update skip locked) due
      where n.run_id = due.run_id and n.seq = due.seq
     returning n.run_id as "runId", n.seq, n.attempts, n.created_at as "createdAt"`,
    values: [limit, againInMs],
  })
  return rows
}

export async function removeNotice(pool: Pool, { runId, seq }: FailureNotice): Promise<void> {
  await pool.query('delete from failure_notice where run_id = $1 and seq = $2', [runId, seq])
}

export async function postponeNotice(pool: Pool, { runId, seq }: FailureNotice, inMs: number): Promise<void> {
  await pool.query(
    `update failure_notice set due_at = clock_timestamp() + make_interval(secs => $3::float8 / 1000)
      where run_id = $1 and seq = $2`,
    [runId, seq, inMs],
  )
}

/** The details of a failure; null when the matching text was only data of a run, or the run no longer exists. */
export async function describeFailure(pool: Pool, { runId, seq }: FailureNotice): Promise<Failure | null> {
  const { rows } = await pool.query<
    Omit<Failure, 'id' | 'status' | 'error' | 'failed_step' | 'failed_at'> & { events: string }
  >(
    `with recursive failed as (
       select r.id, r.workflow, s.error_step, 0 as depth from run r join run_state s on s.run_id = r.id where r.id = $1
       union all
       select c.id, c.workflow, c.error_step, f.depth + 1
         from failed f cross join lateral (
           select r.id, r.workflow, s.error_step from run r join run_state s on s.run_id = r.id
            where r.parent_run_id = f.id and s.status like 'FAILED%' order by s.ended_at desc, r.id desc limit 1) c
        where f.depth < ${limits.run.depth}
     )
     select r.id as run_id, r.workflow, r.version, r.owner_id, r.tags, l.events,
            (select coalesce(json_agg(json_build_object('run_id', f.id, 'workflow', f.workflow, 'step', f.error_step)
                                      order by f.depth), '[]')
               from failed f where f.depth > 0) as lineage
       from run r join run_log l on l.run_id = r.id and l.seq = $2
      where r.id = $1`,
    [runId, seq],
  )
  const row = rows[0]
  const failed = row && (JSON.parse(row.events) as readonly RunEvent[]).find(isFailure)
  if (!row || !failed) return null
  const { events: _, ...run } = row
  const { status, error } = failed.payload
  return {
    id: `${runId}/${failed.seq}`,
    ...run,
    status,
    error: error ? { code: error.code, message: error.message } : null,
    failed_step: error?.step ?? null,
    failed_at: new Date(failed.at).toISOString(),
  }
}
