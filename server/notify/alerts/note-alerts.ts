import type { PoolClient } from 'pg'
import type { EventOf, RunEvent } from '#core/run/event.ts'
import type { Cursor } from '#server/log/cursor.ts'
import { type PageEnd, pageOfTransactions, readTransactions, type Summary } from '#server/log/page.ts'
import { alertLimits } from './alert-limits.ts'
import { closeAlerts } from './close-alerts.ts'

interface Failure {
  readonly run_id: string
  readonly seq: number
  readonly at: string
  readonly events: string
}

type Answer = Summary & { readonly failures: readonly Failure[]; readonly changed: readonly string[] }

/**
 * Notes what the next page of the log says to the rules: failures of root runs, and runs that go on after an alert. It
 * runs within the transaction that moves the cursor, so every failure is noted exactly once. Without a rule no row is
 * looked at; the subqueries that ask for one are evaluated once.
 */
export async function noteAlerts(client: PoolClient, after: Cursor): Promise<PageEnd> {
  const { answer, end } = await readTransactions(alertLimits.pageRows, (rows) => readPage(client, after, rows))
  const failures = answer.failures.flatMap(failureOf)
  if (failures.length > 0) await insertFailures(client, failures)
  if (answer.changed.length > 0) await closeAlerts(client, answer.changed)
  return end
}

async function readPage(client: PoolClient, after: Cursor, rows: number): Promise<Answer> {
  const { rows: answers } = await client.query<Answer>({
    name: `alerts-${rows}`,
    text: `with ${pageOfTransactions({ columns: 'run_id, seq, xid, at, events', rows })},
     failures as (
       select p.run_id, p.seq, p.at, p.events from page p
         join run r on r.id = p.run_id
        where (select exists (select from alert_rule where failed and enabled))
          and (p.events like '%"workflow.run.failed"%' or p.events like '%"cause":"fail_fast"%')
          and r.parent_run_id is null and r.version > 0 and p.at > clock_timestamp() - make_interval(secs => $2::float8 / 1000)
          and exists (select from alert_rule a
                       where a.owner_id = r.owner_id and a.workflow = r.workflow and a.failed and a.enabled)),
     changed as (
       select distinct r.root_run_id as id from page p join run r on r.id = p.run_id
        where (select exists (select from alert where open))
          and exists (select from alert o where o.run_id = r.root_run_id and o.open))
     select summary.*, coalesce((select json_agg(failures) from failures), '[]') as failures,
            coalesce((select json_agg(id) from changed), '[]') as changed
       from summary`,
    values: [after.xid, alertLimits.tooOldMs],
  })
  const [found] = answers
  if (!found) throw new Error('The log of runs did not answer.')
  return found
}

/** Whether a run fails with this event: by its last word, or because a step failed and the rest was cancelled. */
function isFailure(event: RunEvent): event is EventOf<'workflow.run.failed' | 'workflow.run.cancelled'> {
  return (
    event.type === 'workflow.run.failed' ||
    (event.type === 'workflow.run.cancelled' && event.payload.cause === 'fail_fast')
  )
}

interface NotedFailure {
  readonly run_id: string
  readonly cause: string
  readonly at: string
  readonly details: { readonly code: string | null; readonly step: string | null }
}

/** The failure that the text contains; none when the matching text was only data of the run. */
function failureOf({ run_id, events }: Failure): NotedFailure[] {
  const failed = (JSON.parse(events) as readonly RunEvent[]).find(isFailure)
  if (!failed) return []
  const { error } = failed.payload
  const details = { code: error?.code ?? null, step: error?.step ?? null }
  return [{ run_id, cause: String(failed.seq), at: new Date(failed.at).toISOString(), details }]
}

async function insertFailures(client: PoolClient, failures: readonly NotedFailure[]): Promise<void> {
  await client.query(
    `insert into alert (owner_id, rule_id, run_id, event, cause, workflow, details, happened_at, due_at, open)
     select r.owner_id, a.id, r.id, 'failed', f.cause, r.workflow, f.details, f.at,
            clock_timestamp() + make_interval(secs => $2::float8 / 1000), true
       from json_to_recordset($1) f(run_id uuid, cause text, at timestamptz, details jsonb)
       join run r on r.id = f.run_id
       join alert_rule a on a.owner_id = r.owner_id and a.workflow = r.workflow and a.failed and a.enabled
     on conflict do nothing`,
    [JSON.stringify(failures), alertLimits.gatherMs],
  )
}
