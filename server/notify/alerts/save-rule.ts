import type { Pool, PoolClient } from 'pg'
import { uuidv7 } from 'uuidv7'
import type { Actor } from '#server/access/actor.ts'
import { requireFreshLogin } from '#server/access/fresh-login.ts'
import { permits, requirePermission } from '#server/access/may.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { KeyRing } from '#server/secrets/key-ring.ts'
import { MasterKeyError } from '#server/secrets/master-key.ts'
import { addSecret, removeSecrets, type Signer } from '#server/webhooks/webhook-secrets.ts'
import { ApiError } from '../../api-error.ts'
import { alertLimits } from './alert-limits.ts'
import type { RuleChoices } from './alert-models.ts'

/** A rule to be made, or to be changed under its id; the workflow of a rule stays. */
export interface SavedRule extends Omit<RuleChoices, 'webhookUrl'> {
  readonly id?: string | undefined
  /** Undefined: as it is. */
  readonly webhookUrl?: string | null | undefined
}

export interface RuleSaved {
  readonly id: string
  /** The secret that signs calls, told once: when the webhook is new or is at another host. */
  readonly secret: string | null
}

interface Before {
  readonly workflow: string
  readonly webhookUrl: string | null
}

/** Makes or changes a rule. Throws `FORBIDDEN`, `LOGIN_TOO_OLD`, `NOT_FOUND`, `TOO_LARGE`, `UNAVAILABLE`. */
export async function saveRule(pool: Pool, ring: KeyRing, actor: Actor, rule: SavedRule): Promise<RuleSaved> {
  return readably(() =>
    inTransaction(pool, async (client) => {
      const before = rule.id === undefined ? null : await lockRule(client, actor, rule.id)
      const id = rule.id ?? uuidv7()
      const webhookUrl = rule.webhookUrl === undefined ? (before?.webhookUrl ?? null) : rule.webhookUrl
      if (webhookUrl !== (before?.webhookUrl ?? null)) requireWebhookRight(actor)
      requireReceiver(rule, webhookUrl)
      if (before === null) await requireRoom(client, actor, rule.workflow)
      else if (before.workflow !== rule.workflow) {
        throw new ApiError('CONFLICT', 'The workflow of a rule stays. Make another rule.', 'workflow')
      }
      await requirePeople(client, actor, rule.people)
      await writeRule(client, actor, { ...rule, id, webhookUrl })
      // The secret of one receiver is no business of another.
      const isNew = webhookUrl !== null && hostOf(webhookUrl) !== hostOf(before?.webhookUrl ?? null)
      const secret = isNew ? await addSecret(client, ring, signerOf(actor, id), { overlaps: false }) : null
      const { webhookUrl: _, ...choices } = rule
      const after = { ...choices, id, webhook: webhookUrl && new URL(webhookUrl).origin }
      await recordAudit(client, { actor, action: 'alert.save', target: id, after, outcome: 'done' })
      return { id, secret: secret?.text ?? null }
    }),
  )
}

/**
 * Makes another secret for the calls of a rule, and tells it once. The former one signs as well for a day. Throws `FORBIDDEN`, `CONFLICT`,
 * `NOT_FOUND`.
 */
export async function replaceRuleSecret(
  pool: Pool,
  ring: KeyRing,
  actor: Actor,
  id: string,
): Promise<{ readonly secret: string }> {
  requireWebhookRight(actor)
  return readably(() =>
    inTransaction(pool, async (client) => {
      const { webhookUrl } = await lockRule(client, actor, id)
      if (webhookUrl === null) throw new ApiError('CONFLICT', 'This rule calls no webhook.', 'id')
      const { text: secret, version } = await addSecret(client, ring, signerOf(actor, id))
      await recordAudit(client, {
        actor,
        action: 'alert.replace_secret',
        target: id,
        after: { version },
        outcome: 'done',
      })
      return { secret }
    }),
  )
}

/** Removes a rule with its messages. Throws `NOT_FOUND`. */
export async function removeRule(pool: Pool, actor: Actor, id: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    await lockRule(client, actor, id)
    await removeSecrets(client, { id })
    await client.query('delete from alert_rule where owner_id = $1 and id = $2', [actor.ownerId, id])
    await recordAudit(client, { actor, action: 'alert.remove', target: id, outcome: 'done' })
  })
}

const signerOf = ({ ownerId }: Actor, id: string): Signer => ({ kind: 'alert', ownerId, id })

const hostOf = (url: string | null) => (url === null ? null : new URL(url).host)

function requireWebhookRight(actor: Actor): void {
  requirePermission(permits(actor, 'webhook.admin'), 'webhookUrl')
  requireFreshLogin(actor)
}

function requireReceiver({ people, addresses }: SavedRule, webhookUrl: string | null): void {
  if (people.length + addresses.length > 0 || webhookUrl !== null) return
  throw new ApiError('BAD_REQUEST', 'Add a receiver: people, addresses or a webhook.', 'people')
}

async function requireRoom(client: PoolClient, { ownerId }: Actor, workflow: string): Promise<void> {
  const { rows } = await client.query<{ rules: number; known: boolean }>(
    `select (select count(*)::int from alert_rule where owner_id = $1) as rules,
            exists (select from workflow where owner_id = $1 and name = $2)
              or exists (select from draft where owner_id = $1 and name = $2) as known`,
    [ownerId, workflow],
  )
  if (!rows[0]?.known) throw new ApiError('NOT_FOUND', `There is no workflow ${workflow}.`, 'workflow')
  if (rows[0].rules >= alertLimits.rulesPerOwner) {
    throw new ApiError('TOO_LARGE', `There are already ${alertLimits.rulesPerOwner} rules. Remove unused ones.`)
  }
}

async function requirePeople(client: PoolClient, { ownerId }: Actor, people: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    'select id from unnest($2::text[]) as asked(id) where not exists (select from person p where p.owner_id = $1 and p.id = asked.id)',
    [ownerId, people],
  )
  const [unknown] = rows
  if (unknown) throw new ApiError('NOT_FOUND', `${unknown.id} is not in the directory.`, 'people')
}

async function writeRule(
  client: PoolClient,
  actor: Actor,
  rule: SavedRule & { readonly id: string; readonly webhookUrl: string | null },
): Promise<void> {
  const columns = {
    workflow: rule.workflow,
    failed: rule.failed,
    late_minutes: rule.lateMinutes,
    stuck_minutes: rule.stuckMinutes,
    recovered: rule.recovered,
    people: rule.people,
    addresses: rule.addresses,
    webhook_url: rule.webhookUrl,
    time_zone: rule.timeZone,
    quiet: rule.quiet && JSON.stringify(rule.quiet),
    enabled: rule.enabled,
  }
  const names = Object.keys(columns)
  const places = names.map((_, index) => `$${index + 4}`)
  // Alerts that wait are looked at again: they may have waited for the end of other quiet hours.
  await client.query(
    `update alert set due_at = clock_timestamp()
      where owner_id = $1 and rule_id = $2 and batch_id is null and due_at > clock_timestamp()
        and happened_at < clock_timestamp() - make_interval(secs => $3::float8 / 1000)`,
    [actor.ownerId, rule.id, alertLimits.gatherMs],
  )
  await client.query(
    `insert into alert_rule (owner_id, id, created_by, ${names.join(', ')}) values ($1, $2, $3, ${places.join(', ')})
     on conflict (owner_id, id) do update
        set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}, updated_at = clock_timestamp()`,
    [actor.ownerId, rule.id, actor.id, ...Object.values(columns)],
  )
}

export async function lockRule(client: PoolClient, { ownerId }: Actor, id: string): Promise<Before> {
  const { rows } = await client.query<Before>(
    'select workflow, webhook_url as "webhookUrl" from alert_rule where owner_id = $1 and id = $2 for update',
    [ownerId, id],
  )
  const [row] = rows
  if (!row) throw new ApiError('NOT_FOUND', 'There is no such rule any more.', 'id')
  return row
}

/** What is wrong with the master key is said to the caller, who can tell the operator. */
async function readably<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof MasterKeyError) throw new ApiError('UNAVAILABLE', error.message)
    throw error
  }
}
