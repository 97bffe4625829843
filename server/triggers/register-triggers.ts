import type { PoolClient } from 'pg'
import { uuidv7 } from 'uuidv7'
import type { Definition } from '#core/definition/definition.ts'
import { type Trigger, triggerName } from '#core/definition/trigger.ts'
import { nextInstant } from '#core/definition/triggers/planned-instants.ts'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../api-error.ts'
import { newHookId } from './hooks/hook-id.ts'
import { ensureTriggerService } from './service.ts'

interface Known {
  readonly id: string
  readonly name: string
  readonly spec: Trigger
  readonly paused: boolean
  readonly removed: boolean
  readonly next_at: Date | null
  readonly isOfClient: boolean
}

/**
 * Makes the triggers of a workflow those of the definition, in the transaction that publishes it. A trigger is known by
 * its name: a pause outlasts the change, and times before a changed plan are none of the new one. Schedules of clients
 * stay, unless the definition has a trigger of their name. Throws `TOO_MANY`.
 */
export async function registerTriggers(
  client: PoolClient,
  actor: Actor,
  workflow: string,
  { triggers = [] }: Pick<Definition, 'triggers'>,
): Promise<void> {
  const { rows: known } = await client.query<Known>(
    `select id, name, spec, paused_at is not null as paused, removed_at is not null as removed, next_at,
            client_spec is not null as "isOfClient"
       from trigger where owner_id = $1 and workflow = $2 order by id for update`,
    [actor.ownerId, workflow],
  )
  if (triggers.length === 0 && known.every(({ removed }) => removed)) return
  const names = triggers.map(triggerName)
  await client.query(
    `update trigger set removed_at = clock_timestamp(), next_at = null
      where owner_id = $1 and workflow = $2 and removed_at is null and client_spec is null and name <> all($3)`,
    [actor.ownerId, workflow, names],
  )
  if (triggers.length === 0) return
  await ensureTriggerService(client, actor)
  const now = await databaseNow(client)
  for (const trigger of triggers) {
    const before = known.find(({ name }) => name === triggerName(trigger))
    if (before === undefined) await insertTrigger(client, actor, { workflow, trigger, now })
    else if (before.removed || before.isOfClient || !isSame(before.spec, trigger))
      await changeTrigger(client, before, trigger, now)
  }
  await refuseTooMany(client, actor.ownerId)
}

export async function databaseNow(client: Pick<PoolClient, 'query'>): Promise<number> {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  return rows[0]?.now.getTime() ?? 0
}

/** The next planned instant of a trigger as the column has it; null for a trigger that has none. */
export function nextAt(trigger: Trigger, afterMs: number): Date | null {
  const next = trigger.type === 'schedule' ? nextInstant(trigger, afterMs) : null
  return next === null ? null : new Date(next)
}

const isSame = (one: Trigger, other: Trigger) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
const sorted = (trigger: Trigger) => Object.entries(trigger).toSorted(([a], [b]) => (a < b ? -1 : 1))

/** The random part of the address of a webhook or a form. */
const addressId = ({ type }: Trigger) => (type === 'webhook' || type === 'form' ? newHookId() : null)

interface NewTrigger {
  readonly workflow: string
  readonly trigger: Trigger
  readonly now: number
}

async function insertTrigger(client: PoolClient, { ownerId }: Actor, { workflow, trigger, now }: NewTrigger) {
  await client.query(
    `insert into trigger (id, owner_id, workflow, name, type, spec, handled_until, next_at, hook_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      uuidv7(),
      ownerId,
      workflow,
      triggerName(trigger),
      trigger.type,
      JSON.stringify(trigger),
      new Date(now),
      nextAt(trigger, now),
      addressId(trigger),
    ],
  )
}

async function changeTrigger(client: PoolClient, before: Known, trigger: Trigger, now: number): Promise<void> {
  const keepsPlan = !before.removed && isSame(planOf(before.spec), planOf(trigger))
  await client.query(
    `update trigger set type = $2, spec = $3, client_spec = null, removed_at = null, hook_id = coalesce(hook_id, $7),
            handled_until = case when $4 then handled_until else $5 end,
            next_at = case when paused_at is not null then null when $4 then next_at else $6 end
      where id = $1`,
    [
      before.id,
      trigger.type,
      JSON.stringify(trigger),
      keepsPlan,
      new Date(now),
      nextAt(trigger, now),
      addressId(trigger),
    ],
  )
}

/** The keys that decide the instants of a trigger. */
function planOf(trigger: Trigger): Trigger {
  if (trigger.type !== 'schedule') return trigger
  const { type, cron, every_seconds, timezone } = trigger
  return {
    type,
    ...(cron !== undefined && { cron }),
    ...(every_seconds && { every_seconds }),
    ...(timezone && { timezone }),
  }
}

/** Throws `TOO_MANY`. */
export async function refuseTooMany(client: PoolClient, ownerId: string): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from trigger where owner_id = $1 and removed_at is null',
    [ownerId],
  )
  const most = limits.triggers.perOwner
  if ((rows[0]?.count ?? 0) <= most) return
  throw new ApiError('TOO_MANY', `There can be up to ${most} triggers. Remove those that nobody needs.`, 'triggers')
}
