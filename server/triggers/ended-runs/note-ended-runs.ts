import type { PoolClient } from 'pg'
import type { RunOutcome } from '#core/definition/trigger.ts'
import { type Cursor, cursorBefore, presentSql } from '#server/log/cursor.ts'
import { type PageEnd, pageOfTransactions, readTransactions, type Summary } from '#server/log/page.ts'
import { triggerTuning } from '../tuning.ts'

/** How a run has ended; a cancelled one is for triggers of the outcome `any` alone. */
export type EndedAs = Exclude<RunOutcome, 'any'> | 'cancelled'

/** SQL of the outcome that an event is, from its type and payload; null for every other event. */
const outcomeSql = `case e.type
  when 'workflow.run.completed' then 'completed'
  when 'workflow.run.failed' then 'failed'
  when 'workflow.run.cancelled' then case when e.payload ->> 'cause' = 'fail_fast' then 'failed' else 'cancelled' end end`

/**
 * Writes a firing for each end of a run in the next page of the log and each trigger that waits for it, in the transaction
 * that moves the cursor: once, whatever dies. Runs that other runs have started fire nothing, and ends before the trigger was published or
 * resumed fire nothing either. A run that is retried and ends again has ended again.
 */
export async function noteEndedRuns(client: PoolClient, after: Cursor): Promise<PageEnd & { readonly noted: number }> {
  const { answer, end } = await readTransactions(triggerTuning.pageRows, async (rows) => {
    const { rows: answers } = await client.query<Summary & { readonly noted: number }>({
      name: 'note-ended-runs',
      text: `
      with ${pageOfTransactions({ columns: 'run_id, xid, events', rows: '$2' })},
       ended as materialized (
         select run_id, events from page
          where events like '%"workflow.run.completed"%' or events like '%"workflow.run.failed"%'
             or events like '%"workflow.run.cancelled"%'),
       hit as (
         select t.id, t.owner_id, p.run_id, e.seq, to_timestamp(e.at / 1000.0) as ended_at
           from ended p
           join run r on r.id = p.run_id and r.version > 0 and r.parent_run_id is null and r.origin_run_id is null
           join trigger t on t.owner_id = r.owner_id and t.spec ->> 'workflow' = r.workflow
            and t.type = 'run' and t.removed_at is null and t.paused_at is null
           cross join lateral json_to_recordset(p.events::json) as e (seq int, type text, at bigint, payload json)
          where coalesce(t.spec ->> 'outcome', 'completed') in (${outcomeSql}, case when ${outcomeSql} is not null then 'any' end)
            and to_timestamp(e.at / 1000.0) >= t.handled_until),
       noted as (
         insert into trigger_firing (trigger_id, key, owner_id, cause, planned_at, due_at, source_run_id)
         select id, run_id || '/' || seq, owner_id, 'run', ended_at, clock_timestamp(), run_id from hit
         on conflict do nothing returning 1)
       select *, (select count(*)::int from noted) as noted from summary`,
      values: [after.xid, rows],
    })
    const [found] = answers
    if (!found) throw new Error('The log of runs did not answer.')
    return found
  })
  return { ...end, noted: answer.noted }
}

/** The present of the log where no trigger waits for the end of a run; null where one does. */
export async function presentWithoutRunTriggers(client: Pick<PoolClient, 'query'>): Promise<PageEnd | null> {
  const { rows } = await client.query<{ xid: string }>({
    name: 'present-without-run-triggers',
    text: `select ${presentSql} as xid where not exists (
       select from trigger where type = 'run' and removed_at is null and paused_at is null)`,
  })
  return rows[0] ? { next: cursorBefore(rows[0].xid), more: false } : null
}
