import type { Pool } from 'pg'
import { type Actor, hasPermission } from '#server/access/actor.ts'
import type { QuietHours } from '../quiet-hours.ts'
import { alertLimits } from './alert-limits.ts'
import type { AlertRule, SentAlert } from './alert-models.ts'

export interface ListedRules {
  /** Whether a mail server is set up. */
  readonly sendsMail: boolean
  readonly rules: readonly ListedRule[]
  /** The last messages of these rules, the newest first. */
  readonly messages: readonly (SentAlert & { readonly ruleId: string })[]
}

export interface ListedRule extends AlertRule {
  /** Alerts that are in no message yet, and when the next message is made: after quiet hours, or a while after the last. */
  readonly waiting: { readonly alerts: number; readonly until: string } | null
}

interface Row extends Omit<AlertRule, 'webhookOrigin' | 'quiet'> {
  readonly quiet: QuietHours | null
}

interface WaitingRow {
  readonly ruleId: string
  readonly alerts: number
  readonly until: Date
}

interface MessageRow extends Omit<SentAlert, 'createdAt'> {
  readonly ruleId: string
  readonly createdAt: Date
}

/** The rules of the owner, or of one workflow, by workflow. */
export async function listRules(
  pool: Pool,
  actor: Actor,
  workflow: string | null,
  sendsMail: boolean,
): Promise<ListedRules> {
  const of = [actor.ownerId, workflow]
  const [{ rows: rules }, { rows: messages }, { rows: held }] = await Promise.all([
    pool.query<Row>(
      `select id, workflow, failed, late_minutes as "lateMinutes", stuck_minutes as "stuckMinutes", recovered, people,
              addresses, webhook_url as "webhookUrl", time_zone as "timeZone", quiet, enabled
         from alert_rule where owner_id = $1 and ($2::text is null or workflow = $2)
        order by workflow, created_at, id limit ${alertLimits.rulesPerOwner}`,
      of,
    ),
    pool.query<MessageRow>(
      `select m.id, m.rule_id as "ruleId", m.channel, m.receiver, m.state, m.created_at as "createdAt", m.reason
         from alert_rule r
        cross join lateral (
          select * from alert_message m where m.owner_id = r.owner_id and m.rule_id = r.id
           order by m.created_at desc limit ${alertLimits.messagesShown}) m
        where r.owner_id = $1 and ($2::text is null or r.workflow = $2)
        order by m.created_at desc, m.id limit ${alertLimits.messagesShown}`,
      of,
    ),
    pool.query<WaitingRow>(
      `select rule_id as "ruleId", count(*)::int as alerts, min(due_at) as until
         from alert where owner_id = $1 and batch_id is null group by rule_id`,
      [actor.ownerId],
    ),
  ])
  const waiting = new Map(
    held.map(({ ruleId, alerts, until }) => [ruleId, { alerts, until: until.toISOString() }] as const),
  )
  const seesAddresses = hasPermission(actor, 'webhook.admin')
  const sent = messages.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
  return {
    sendsMail,
    rules: rules.map(({ webhookUrl, ...rule }) => ({
      ...rule,
      webhookUrl: seesAddresses ? webhookUrl : null,
      webhookOrigin: webhookUrl && new URL(webhookUrl).origin,
      waiting: waiting.get(rule.id) ?? null,
    })),
    messages: sent,
  }
}
