import type { Pool, PoolClient } from 'pg'
import { webhookKinds } from '#core/run/domain/domain-kinds.ts'
import { type Cursor, cursorBefore, presentSql } from '#server/log/cursor.ts'
import { type PageEnd, pageOfTransactions, readTransactions, type Summary } from '#server/log/page.ts'
import { matchesSql } from '../event-filter.ts'
import { webhookLimits } from '../webhook-limits.ts'

/**
 * Inserts a delivery for each event in the next page of the log and each webhook that wants it, in the transaction that
 * moves the cursor: every event is noted exactly once. Deliveries of a run form a lane, which counts how many wait.
 * `noted` is the number of deliveries.
 */
export async function noteEvents(
  client: PoolClient,
  after: Cursor,
): Promise<{ readonly end: PageEnd; readonly noted: number }> {
  const { answer, end } = await readTransactions(webhookLimits.pageRows, async (rows) => {
    const { rows: answers } = await client.query<Summary & { readonly noted: number }>({
      name: `webhook-events-${rows}`,
      text: `with ${pageOfTransactions({ columns: 'run_id, seq, xid, events', rows })},
       hit as (
         select w.owner_id, w.id as webhook_id, p.xid, p.run_id, e.seq, e.type
           from page p
           join run r on r.id = p.run_id and r.version > 0
           join webhook w on w.owner_id = r.owner_id and w.active
           cross join lateral json_to_recordset(p.events::json) as e (seq int, type text, at bigint)
          where e.type = any($2) and (r.variants is null or e.type not like 'workflow.node.%') and ${matchesSql('e.type')}
            and e.at >= floor(extract(epoch from w.active_since) * 1000)
            -- Webhooks are locked before their lanes, also against their removal.
            for key share of w),
       noted as (
         insert into webhook_delivery (id, owner_id, webhook_id, lane, run_id, seq, kind)
         -- In the order of the log: lists show deliveries of the same instant by their ids.
         select uuidv7(), owner_id, webhook_id, run_id, run_id, seq, type from hit order by xid, run_id, seq
         returning webhook_id, lane, owner_id),
       lane as (
         insert into webhook_lane (webhook_id, lane, owner_id, pending, next_at)
         select webhook_id, lane, owner_id, count(*), clock_timestamp() from noted group by 1, 2, 3 order by 1, 2
         on conflict (webhook_id, lane) do update
            set pending = webhook_lane.pending + excluded.pending,
                next_at = case when webhook_lane.pending = 0 then excluded.next_at else webhook_lane.next_at end)
       select *, (select count(*)::int from noted) as noted from summary`,
      values: [after.xid, webhookKinds],
    })
    const [found] = answers
    if (!found) throw new Error('The log of runs did not answer.')
    return found
  })
  return { end, noted: answer.noted }
}

export async function hasWebhooks(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query('select from webhook where active limit 1')
  return rowCount === 1
}

/**
 * The present of the log where there is no webhook to note events for; null where there is one. One statement, and so one
 * snapshot: a webhook that is committed a moment later gets the events that are committed after it.
 */
export async function presentWithoutWebhooks(db: Pool | PoolClient): Promise<PageEnd | null> {
  const { rows } = await db.query<{ xid: string }>(
    `select ${presentSql} as xid where not exists (select from webhook where active)`,
  )
  return rows[0] ? { next: cursorBefore(rows[0].xid), more: false } : null
}
