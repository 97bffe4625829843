import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { keyText } from '#core/definition/concurrency.ts'
import type { SignalTrigger } from '#core/definition/trigger.ts'
import { instantText } from '#core/definition/triggers/planned-instants.ts'
import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { permits, requirePermission } from '#server/access/may.ts'
import { workflowScope } from '#server/access/workflow-scope.ts'
import type { StartRunResult } from '#server/engine/requests/start-run.ts'
import { renderOfTrigger } from '#server/triggers/firing/render-input.ts'
import { whyNotStarted } from '#server/triggers/firing/why-not-started.ts'
import { starterName, triggerService } from '#server/triggers/service.ts'
import { ApiError } from '../../api-error.ts'
import { derivedId } from '../../derived-id.ts'
import { askedBy, refuseOtherRequest, requestIdentity } from '../../request-identity.ts'
import type { Stores } from '../../stores.ts'
import { signalOf, signalOrStart } from './signal-with-start.ts'

export interface RaisedSignal {
  readonly name: string
  readonly data: Json
  /** The same key of the same caller fires each trigger once. */
  readonly idempotencyKey?: string | undefined
}

/** What a signal has done at one trigger: a run was started, a live run got it, or the reason why neither happened. */
export interface SignalledTrigger {
  readonly workflow: string
  readonly trigger: string
  readonly state: 'started' | 'delivered' | 'failed'
  readonly runId: string | null
  readonly reason: string | null
}

interface TriggerRow {
  readonly id: string
  readonly workflow: string
  readonly name: string
  readonly spec: SignalTrigger
  readonly region: string
  readonly now: Date
}

/**
 * Fires every trigger of the owner that waits for the signal: each starts a run that begins with the signal, or passes the
 * signal to the live run of its workflow with the same key. A caller that got no answer repeats the request with its
 * idempotency key. Throws `FORBIDDEN`, `TOO_MANY`; `IDEMPOTENCY_KEY_REUSED` when no other trigger got the signal.
 */
export async function raiseSignal(
  stores: Stores,
  actor: Actor,
  signal: RaisedSignal,
  keyField: string,
): Promise<readonly SignalledTrigger[]> {
  requirePermission(permits(actor, 'run.act'))
  const triggers = await triggersOf(stores.pool, actor, signal.name)
  const most = limits.triggers.signalled
  if (triggers.length > most) {
    throw new ApiError(
      'TOO_MANY',
      `A signal fires up to ${most} triggers. Pause those that nobody needs.`,
      'signal_name',
    )
  }
  const key = derivedId(actor.ownerId, actor.id, signal.idempotencyKey ?? randomUUID())
  const raising = { stores, actor, signal, key, keyField }
  const fired = await Promise.all(triggers.map((trigger) => fireUnlessReused(raising, trigger)))
  const reused = fired.find((each) => each.reused)?.reused
  if (reused && fired.every(({ signalled }) => signalled.state === 'failed')) throw reused
  return fired.map(({ signalled }) => signalled)
}

async function triggersOf(pool: Pool, actor: Actor, name: string): Promise<readonly TriggerRow[]> {
  const { rows } = await pool.query<TriggerRow>({
    name: 'triggers-of-signal',
    text: `select t.id, t.workflow, t.name, t.spec, coalesce(o.region, 'local') as region, clock_timestamp() as now
             from trigger t
             join "owner" o on o.id = t.owner_id and o.status = 'active'
             join workflow w on w.owner_id = t.owner_id and w.name = t.workflow and w.archived_at is null
             join member m on m.owner_id = t.owner_id and m.person_id = '${triggerService.id}'
              and m.kind = 'service' and m.status = 'active'
            where t.owner_id = $1 and t.type = 'signal' and t.spec ->> 'signal' = $2
              and t.removed_at is null and t.paused_at is null and ($3::text[] is null or t.workflow = any($3))
            order by t.workflow, t.name limit ${limits.triggers.signalled + 1}`,
    values: [actor.ownerId, name, workflowScope(actor)],
  })
  return rows
}

interface Raising {
  readonly stores: Stores
  readonly actor: Actor
  readonly signal: RaisedSignal
  /** The key of the firings. */
  readonly key: string
  readonly keyField: string
}

type Outcome = Omit<SignalledTrigger, 'workflow' | 'trigger'>

const failed = (reason: string): Outcome => ({ state: 'failed', runId: null, reason })

/** The refusal of a reused key is that of one trigger: others, which are newer or had failed, may have started runs. */
async function fireUnlessReused(raising: Raising, trigger: TriggerRow) {
  try {
    return { signalled: await fire(raising, trigger) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'IDEMPOTENCY_KEY_REUSED') throw error
    const { workflow, name } = trigger
    return { signalled: { workflow, trigger: name, ...failed(error.message) }, reused: error }
  }
}

async function fire(raising: Raising, trigger: TriggerRow): Promise<SignalledTrigger> {
  const outcome = await outcomeOf(raising, trigger)
  await noteFiring(raising, trigger, outcome)
  return { workflow: trigger.workflow, trigger: trigger.name, ...outcome }
}

async function outcomeOf(raising: Raising, trigger: TriggerRow): Promise<Outcome> {
  const { stores, actor, signal } = raising
  const { input: template, correlate } = trigger.spec
  const names = { payload: signal.data, received_at: instantText(trigger.now.getTime()) }
  const render = (text: Json) => renderOfTrigger({ pool: stores.pool, ownerId: actor.ownerId }, text, { names })
  const input = template === undefined ? ({ ok: true, value: signal.data } as const) : await render(template)
  if (!input.ok) return failed(`The input cannot be computed: ${input.message}`)
  if (!isJsonObject(input.value)) {
    return failed('The payload must be a JSON object, because the trigger has no input of its own.')
  }
  if (correlate === undefined) return startedOf(await startRun(raising, trigger, { input: input.value }), raising)
  const key = await render(correlate)
  if (!key.ok) return failed(`The key cannot be computed: ${key.message}`)
  const text = keyText(key.value)
  const most = limits.envelope.concurrencyKeyCharacters
  if (text === null) return failed(`The key must be a text of up to ${most} characters, a number, or true or false.`)
  return startOrDeliver(raising, trigger, { input: input.value, workflowId: `${trigger.workflow}:${text}` })
}

interface Start {
  readonly input: JsonObject
  readonly workflowId?: string
}

/** A run whose workflow id is that of the key gets the signal. No name of a workflow has a colon: ids of two are never equal. */
async function startOrDeliver(
  raising: Raising,
  trigger: TriggerRow,
  start: Start & { readonly workflowId: string },
): Promise<Outcome> {
  const { stores, actor, signal, key, keyField } = raising
  try {
    const result = await signalOrStart(stores, actor, signal, {
      workflowId: start.workflowId,
      repeats: ['signal-trigger', trigger.id, key],
      keyField,
      async start() {
        const started = await startRun(raising, trigger, start)
        if (!started.ok && started.code === 'WORKFLOW_ID_IN_USE') return started.holder.runId
        return { outcome: await startedOf(started, raising) }
      },
    })
    if (result.started) return result.outcome
    // The run may end before it reads the signal, which then goes to the next run by the repeated call alone.
    if (result.outcome === 'accepted')
      return failed(`The run has not taken the signal yet. Repeat the call with the same ${keyField}.`)
    return { state: 'delivered', runId: result.runId, reason: null }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'IDEMPOTENCY_KEY_REUSED') throw error
    return failed(error.message)
  }
}

function startRun({ stores, actor, signal, key }: Raising, trigger: TriggerRow, start: Start): Promise<StartRunResult> {
  return stores.engine.starter.start({
    ...start,
    workflow: trigger.workflow,
    ownerId: actor.ownerId,
    dataRegion: trigger.region,
    actor: { id: triggerService.id, name: starterName(trigger.name, 'signal') },
    idempotencyKey: `signal/${trigger.id}/${key}`,
    requestIdentity: identityOf(actor, signal),
    trigger: { id: trigger.id, type: 'signal', name: trigger.name, planned_at: trigger.now.getTime() },
    signals: [signalOf(actor, signal)],
  })
}

const identityOf = (actor: Actor, { name, data }: RaisedSignal) =>
  requestIdentity({ ...askedBy(actor), signal_name: name, payload: data })

/** Throws `IDEMPOTENCY_KEY_REUSED` when the key has started the run with another signal. */
async function startedOf(result: StartRunResult, { actor, signal, keyField }: Raising): Promise<Outcome> {
  if (!result.ok) return failed(whyNotStarted(result))
  if (!result.created && result.identity) refuseOtherRequest(result.identity, identityOf(actor, signal), keyField)
  return { state: 'started', runId: result.runId, reason: null }
}

/** A repeated request leaves the firing as it is, unless it had failed. */
async function noteFiring({ stores, actor, key }: Raising, trigger: TriggerRow, outcome: Outcome): Promise<void> {
  const { state, runId, reason } = outcome
  await stores.pool.query(
    `insert into trigger_firing (trigger_id, key, owner_id, cause, planned_at, due_at, state, reason, run_id, source_run_id,
                                 open, asked_by, ended_at)
     values ($1, $2, $3, 'signal', $4, $4, $5, $6, $7, $8, $5 = 'started', $9, clock_timestamp())
     on conflict (trigger_id, key) do update
        set state = excluded.state, reason = excluded.reason, run_id = excluded.run_id,
            source_run_id = excluded.source_run_id, open = excluded.open
      where trigger_firing.state = 'failed'`,
    [
      trigger.id,
      key,
      actor.ownerId,
      trigger.now,
      state,
      reason,
      state === 'started' ? runId : null,
      state === 'delivered' ? runId : null,
      actor.id,
    ],
  )
}
