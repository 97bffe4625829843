import type { Pool, PoolClient } from 'pg'
import { type Overlap, type ScheduleTrigger, scheduleDefaults, type Trigger } from '#core/definition/trigger.ts'
import { inTurn } from '#core/definition/triggers/due-firings.ts'
import { instantText, plannedInstants } from '#core/definition/triggers/planned-instants.ts'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { reachesWorkflow } from '#server/access/workflow-scope.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { ApiError } from '../api-error.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { BackfillPreview } from './models.ts'
import { databaseNow, nextAt } from './register-triggers.ts'

interface Locked {
  readonly id: string
  readonly workflow: string
  readonly name: string
  readonly spec: Trigger
  readonly paused: boolean
}

/** Pauses a trigger, or lets it go on: times that pass meanwhile are not made up for. Throws `NOT_FOUND`. */
export function pauseTrigger(
  pool: Pool,
  actor: Actor,
  { id, paused }: { readonly id: string; readonly paused: boolean },
): Promise<{ readonly id: string }> {
  return inTransaction(pool, async (client) => {
    const trigger = await lockTrigger(client, actor, id)
    if (trigger.paused === paused) return { id }
    if (paused) {
      await client.query(
        'update trigger set paused_at = clock_timestamp(), paused_by = $2, next_at = null where id = $1',
        [id, actor.id],
      )
    } else {
      const now = await databaseNow(client)
      await client.query(
        'update trigger set paused_at = null, paused_by = null, handled_until = greatest(handled_until, $2), next_at = $3 where id = $1',
        [id, new Date(now), nextAt(trigger.spec, now)],
      )
    }
    await audit(client, actor, trigger, paused ? 'trigger.pause' : 'trigger.resume')
    return { id }
  })
}

/** Starts a run at once, beside the planned ones; also while the trigger is paused. Throws `NOT_FOUND`. */
export function fireTrigger(
  pool: Pool,
  actor: Actor,
  { id, operationId }: { readonly id: string; readonly operationId: string },
): Promise<{ readonly key: string }> {
  return inTransaction(pool, async (client) => {
    const trigger = await lockSchedule(client, actor, id)
    const key = `manual/${operationId}`
    const { rowCount } = await client.query(
      `insert into trigger_firing (trigger_id, key, owner_id, cause, planned_at, due_at, asked_by)
       values ($1, $2, $3, 'manual', clock_timestamp(), clock_timestamp(), $4) on conflict do nothing`,
      [id, key, actor.ownerId, actor.id],
    )
    if (rowCount === 1) await audit(client, actor, trigger, 'trigger.fire')
    return { key }
  })
}

/** A range of planned instants, both ends included; milliseconds since 1970. */
export interface BackfillRange {
  readonly id: string
  readonly fromMs: number
  readonly untilMs: number
}

/** What a backfill of the range would start. Throws `NOT_FOUND`. */
export async function previewBackfill(pool: Pool, actor: Actor, range: BackfillRange): Promise<BackfillPreview> {
  return inTransaction(pool, async (client) => {
    const { instants, started, tooMany } = await missingInstants(client, actor, range)
    const text = (ms: number | undefined) => (ms === undefined ? null : instantText(ms))
    return { count: instants.length, started, first: text(instants[0]), last: text(instants.at(-1)), tooMany }
  })
}

/**
 * Starts a run for each planned instant of the range that has none, the earliest first; one after the other unless the
 * schedule allows several at once. Repeating it starts nothing twice. Throws `NOT_FOUND`, `TOO_MANY`.
 */
export function backfill(pool: Pool, actor: Actor, range: BackfillRange): Promise<{ readonly count: number }> {
  return inTransaction(pool, async (client) => {
    const { trigger, instants, tooMany } = await missingInstants(client, actor, range)
    if (tooMany) {
      const most = limits.triggers.backfilled
      throw new ApiError('TOO_MANY', `One backfill starts up to ${most} runs. Choose a shorter range.`, 'until')
    }
    const overlap: Overlap = inTurn(trigger.spec.overlap ?? scheduleDefaults.overlap)
    const { rowCount } = await client.query(
      `insert into trigger_firing (trigger_id, key, owner_id, cause, overlap, planned_at, due_at, asked_by)
       select $1, key, $2, 'backfill', $3, key::timestamptz, clock_timestamp(), $4
         from unnest($5::text[]) with ordinality as r(key, place) order by place
       on conflict (trigger_id, key) do update
          set cause = 'backfill', overlap = excluded.overlap, due_at = excluded.due_at, asked_by = excluded.asked_by,
              state = 'waiting', reason = null, ended_at = null
        where trigger_firing.state in ('skipped', 'failed')`,
      [trigger.id, actor.ownerId, overlap, actor.id, instants.map(instantText)],
    )
    const after = { from: instantText(range.fromMs), until: instantText(range.untilMs), count: rowCount ?? 0 }
    await audit(client, actor, trigger, 'trigger.backfill', after)
    return { count: rowCount ?? 0 }
  })
}

async function missingInstants(client: PoolClient, actor: Actor, { id, fromMs, untilMs }: BackfillRange) {
  const trigger = await lockSchedule(client, actor, id)
  const now = await databaseNow(client)
  const most = limits.triggers.backfilled
  const range = { afterMs: fromMs - 1, untilMs: Math.min(untilMs, now), most: most + 1 }
  const all = plannedInstants(trigger.spec, range)
  const { rows } = await client.query<{ key: string }>(
    `select key from trigger_firing where trigger_id = $1 and key = any($2) and state in ('waiting', 'started')`,
    [id, all.map(instantText)],
  )
  const known = new Set(rows.map(({ key }) => key))
  const instants = all.filter((instant) => !known.has(instantText(instant)))
  return { trigger, instants, started: known.size, tooMany: all.length > most }
}

/** Schedules alone have planned instants. */
async function lockSchedule(client: PoolClient, actor: Actor, id: string): Promise<Locked & { spec: ScheduleTrigger }> {
  const { spec, ...trigger } = await lockTrigger(client, actor, id)
  if (spec.type === 'schedule') return { ...trigger, spec }
  throw new ApiError(
    'BAD_REQUEST',
    'This trigger is no schedule, so it has no times of its own. Start a run of the workflow by hand instead.',
    'id',
  )
}

async function lockTrigger(client: PoolClient, actor: Actor, id: string): Promise<Locked> {
  const { rows } = await client.query<Locked>(
    `select id, workflow, name, spec, paused_at is not null as paused
       from trigger where id = $1 and owner_id = $2 and removed_at is null for update`,
    [id, actor.ownerId],
  )
  const [trigger] = rows
  if (!trigger || !reachesWorkflow(actor, trigger.workflow)) {
    throw new ApiError('NOT_FOUND', 'There is no such trigger.', 'id')
  }
  return trigger
}

async function audit(
  client: PoolClient,
  actor: Actor,
  { workflow, name }: Pick<Locked, 'workflow' | 'name'>,
  action: string,
  after?: object,
): Promise<void> {
  const target = `${workflow} ${name}`
  await recordAudit(client, { actor, action, target, ...(after && { after }), outcome: 'done' } as Parameters<
    typeof recordAudit
  >[1])
}
