import type { Pool } from 'pg'
import { alertLimits } from './alert-limits.ts'
import { type AlertEvent, alertEvents } from './alert-models.ts'
import type { DueAlert } from './alert-outbox.ts'

export interface ReportedRun {
  readonly runId: string
  readonly event: AlertEvent
  readonly at: Date
  readonly code: string | null
  readonly step: string | null
  /** What a recovered run has recovered from. */
  readonly from: 'failed' | 'late' | 'stuck' | null
}

/** What a message says. Nothing of the values of runs is in it. */
export interface AlertContent {
  readonly workflow: string
  readonly timeZone: string
  /** The number of runs by event, those that happened alone. None: a test. */
  readonly counts: Readonly<Partial<Record<AlertEvent, number>>>
  /** The first runs of each event. */
  readonly runs: readonly ReportedRun[]
  readonly more: number
  readonly webhookUrl: string | null
}

interface Row {
  readonly workflow: string
  readonly time_zone: string
  readonly webhook_url: string | null
}

/** The content of a message; a text instead is the reason why there is nothing to send. */
export async function readAlertContent(pool: Pool, message: DueAlert): Promise<AlertContent | string> {
  const { rows: rules } = await pool.query<Row>(
    'select workflow, time_zone, webhook_url from alert_rule where owner_id = $1 and id = $2 and enabled',
    [message.ownerId, message.ruleId],
  )
  const [rule] = rules
  if (!rule) return 'The rule was turned off or removed.'
  const of = [message.ownerId, message.ruleId, message.batchId]
  const { rows: counted } = await pool.query<{ event: AlertEvent | 'test'; count: number }>(
    `select event, count(distinct run_id)::int as count from alert
      where owner_id = $1 and rule_id = $2 and batch_id = $3 group by event`,
    of,
  )
  if (counted.length === 0) return 'Its runs were removed before the message went out.'
  const { rows: runs } = await pool.query<ReportedRun>(
    `select run_id as "runId", event, happened_at as at, details->>'code' as code, details->>'step' as step,
            details->>'from' as "from"
       from alert where owner_id = $1 and rule_id = $2 and batch_id = $3 and event <> 'test'
      order by array_position($4, event), happened_at, run_id limit $5`,
    [...of, alertEvents, alertLimits.alertsPerMessage],
  )
  const counts = Object.fromEntries(
    counted.filter(({ event }) => event !== 'test').map(({ event, count }) => [event, count]),
  )
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return {
    workflow: rule.workflow,
    timeZone: rule.time_zone,
    counts,
    runs,
    more: Math.max(0, total - new Set(runs.map(({ event, runId }) => `${event} ${runId}`)).size),
    webhookUrl: rule.webhook_url,
  }
}

/** The name and the address of the receiver of a mail; a text instead is the reason why nobody gets it. */
export async function readReceiver(
  pool: Pool,
  { ownerId, channel, receiver }: DueAlert,
): Promise<{ readonly name: string; readonly address: string } | string> {
  if (channel === 'address') return { name: '', address: receiver }
  const { rows } = await pool.query<{ name: string; email: string | null }>(
    `select p.name, p.email from person p left join member m on m.owner_id = p.owner_id and m.person_id = p.id
      where p.owner_id = $1 and p.id = $2 and coalesce(m.status, 'active') = 'active'`,
    [ownerId, receiver],
  )
  const [person] = rows
  if (!person) return 'The person is not in the directory any more.'
  if (person.email === null) return 'The person has no mail address.'
  return { name: person.name, address: person.email }
}
