import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { WebhookTrigger } from '#core/definition/trigger.ts'
import { instantText } from '#core/definition/triggers/planned-instants.ts'
import { isJsonObject, type Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { readTraceparent, traceparentText } from '#core/run/start/trace-context.ts'
import type { RunStarter, StartRunResult } from '#server/engine/requests/start-run.ts'
import type { KeyRing } from '#server/secrets/key-ring.ts'
import { ApiError, quotaExceeded } from '../../api-error.ts'
import type { Secrets } from '../../secrets.ts'
import { renderOfTrigger } from '../firing/render-input.ts'
import { starterName, triggerService } from '../service.ts'
import { jsonOfCall } from './call-body.ts'
import { readHookSecrets } from './read-hook-secrets.ts'
import { type HookCall, isBodyId, verifyCall } from './verify-call.ts'

export interface HookWorld {
  /** The rows of the owner of the webhook. */
  readonly pool: Pool
  readonly starter: RunStarter
  readonly ring: KeyRing
  /** Secrets of the environment, in local mode. */
  readonly environment?: Secrets | undefined
}

export interface ReceivedCall extends HookCall {
  readonly query: Readonly<Record<string, string>>
}

interface HookRow {
  readonly id: string
  readonly ownerId: string
  readonly region: string
  readonly workflow: string
  readonly name: string
  readonly spec: WebhookTrigger
  readonly isOff: boolean
}

/** A hook that is unknown, paused, removed, or of an archived workflow: the answer does not tell which. */
export const hookNotFound = () => new ApiError('NOT_FOUND', 'There is no such webhook.')

/**
 * Starts a run for a call of a webhook, once per delivery: a repeated delivery gets the run that it has started. Throws
 * `NOT_FOUND`, `UNAUTHENTICATED` for a wrong signature, `BAD_REQUEST`, `INVALID_INPUT`, `QUOTA_EXCEEDED`.
 */
export async function callHook(
  { pool, starter, ring, environment }: HookWorld,
  hookId: string,
  call: ReceivedCall,
): Promise<{ readonly runId: string }> {
  const hook = await findHook(pool, hookId)
  if (!hook || hook.isOff) throw hookNotFound()
  const { ownerId, workflow, spec } = hook
  const names = spec.verify === 'none' ? [] : (spec.secret ?? [])
  const secrets = names.length === 0 ? [] : await readHookSecrets(pool, ring, { ownerId, workflow, names }, environment)
  const verified = verifyCall(spec, call, secrets)
  if (!verified.ok) {
    await noteRefusal(pool, hook.id, verified.reason)
    throw new ApiError('UNAUTHENTICATED', `The call is refused. ${verified.reason}`)
  }
  const input = await inputOf(pool, hook, call)
  if (input instanceof ApiError) {
    await noteRefusal(pool, hook.id, input.message)
    throw input
  }
  const key = await deliveryKey(pool, hook.id, verified.deliveryId, call.receivedAt)
  const caller = readTraceparent(call.headers.traceparent)
  const started = await starter.start({
    workflow,
    input,
    ownerId,
    dataRegion: hook.region,
    actor: { id: triggerService.id, name: starterName(hook.name, spec.type) },
    idempotencyKey: `webhook/${hook.id}/${key}`,
    trigger: { id: hook.id, type: spec.type, name: hook.name, planned_at: call.receivedAt },
    ...(caller !== null && { traceparent: traceparentText(caller) }),
  })
  if (!started.ok) {
    const refusal = refusalOf(started)
    await noteRefusal(pool, hook.id, refusal.message)
    throw refusal
  }
  await pool.query(
    `insert into trigger_firing (trigger_id, key, owner_id, cause, planned_at, due_at, state, run_id, open, ended_at)
     values ($1, $2, $3, 'call', $4, $4, 'started', $5, true, clock_timestamp()) on conflict do nothing`,
    [hook.id, key, ownerId, new Date(call.receivedAt), started.runId],
  )
  return { runId: started.runId }
}

async function findHook(pool: Pool, hookId: string): Promise<HookRow | undefined> {
  const { rows } = await pool.query<HookRow>({
    name: 'find-hook',
    text: `select t.id, t.owner_id as "ownerId", coalesce(o.region, 'local') as region, t.workflow, t.name, t.spec,
                  t.paused_at is not null or t.removed_at is not null or w.archived_at is not null
                    or o.status is distinct from 'active' or m.kind is distinct from 'service'
                    or m.status is distinct from 'active' as "isOff"
             from trigger t
             left join "owner" o on o.id = t.owner_id
             left join workflow w on w.owner_id = t.owner_id and w.name = t.workflow
             left join member m on m.owner_id = t.owner_id and m.person_id = '${triggerService.id}'
            where t.hook_id = $1 and t.type = 'webhook'`,
    values: [hookId],
  })
  return rows[0]
}

/** The latest refusal is shown on the page; a flood of calls writes one row a second at most. */
async function noteRefusal(pool: Pool, id: string, reason: string): Promise<void> {
  await pool.query(
    `update trigger set refused_at = clock_timestamp(), refused_reason = $2
      where id = $1 and (refused_at is null or refused_at < clock_timestamp() - interval '1 second')`,
    [id, reason],
  )
}

async function inputOf(
  pool: Pool,
  { spec, ownerId }: HookRow,
  { body: bytes, headers, query, receivedAt }: ReceivedCall,
): Promise<Json | ApiError> {
  const body = jsonOfCall(bytes)
  if (body instanceof ApiError) return body
  if (spec.input === undefined) {
    if (isJsonObject(body)) return body
    return new ApiError(
      'BAD_REQUEST',
      'The body must be a JSON object, because the webhook has no input of its own.',
      'body',
    )
  }
  const names = { body, headers, query, received_at: instantText(receivedAt) }
  const rendered = await renderOfTrigger({ pool, ownerId }, spec.input, { names })
  return rendered.ok
    ? rendered.value
    : new ApiError('INVALID_INPUT', `The input cannot be computed from this call: ${rendered.message}`)
}

/**
 * The key of a delivery: the id of the sender; or the hash of the body with the day, so that the same body starts another
 * run a day later, while a repetition across midnight gets the run of the day before.
 */
async function deliveryKey(pool: Pool, triggerId: string, deliveryId: string | null, now: number): Promise<string> {
  if (deliveryId === null) return `call/${randomUUID()}`
  const id = deliveryId.slice(0, MOST_ID_CHARACTERS)
  if (!isBodyId(id)) return `delivery/${id}`
  const day = Math.floor(now / limits.triggers.sameBodyMs)
  const before = `delivery/${id}/${day - 1}`
  const { rows } = await pool.query(
    `select from trigger_firing where trigger_id = $1 and key = $2
        and planned_at > $3::timestamptz - make_interval(secs => $4::float8 / 1000)`,
    [triggerId, before, new Date(now), limits.triggers.sameBodyMs],
  )
  return rows.length > 0 ? before : `delivery/${id}/${day}`
}

const MOST_ID_CHARACTERS = 200

function refusalOf(refused: Extract<StartRunResult, { ok: false }>): ApiError {
  switch (refused.code) {
    case 'INVALID_INPUT': {
      const [first] = refused.errors
      const at = first?.path ? `${first.path}: ` : ''
      return new ApiError(
        'INVALID_INPUT',
        `The input does not match the workflow's schema: ${at}${first?.message ?? ''}`,
      )
    }
    case 'QUOTA':
      return quotaExceeded(refused.message, refused.retryAfterSeconds)
    default:
      return hookNotFound()
  }
}
