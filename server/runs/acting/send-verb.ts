import { randomUUID } from 'node:crypto'
import type { JsonObject } from '#core/json.ts'
import { bindCommand } from '#core/run/bind-command.ts'
import type { AuthorizationContext, Command } from '#core/run/command.ts'
import type { Actor } from '#server/access/actor.ts'
import { permits, requirePermission } from '#server/access/may.ts'
import type { Stores } from '../../stores.ts'
import { authorizationFor, authorizationToAnswer, ownAuthorization } from '../authorization/authorization-context.ts'
import { requireEntitlement, tasksOfAnswer } from '../authorization/require-entitlement.ts'
import { getRunRow } from '../get-run-row.ts'
import type { VerbResult } from '../models.ts'
import { answerBySignal } from './answer-by-signal.ts'
import { deliverCommand } from './deliver-command.ts'
import { isKnownOperation, operationIdentity } from './known-operation.ts'
import { refused } from './refused.ts'
import type { Verb } from './verb.ts'
import { permissionOf } from './verb-permission.ts'
import { requireFreeWorkflowId } from './workflow-id-in-use.ts'

export interface VerbRequest {
  readonly runId: string
  /**
   * The idempotency key. A repeated request (a lost response, a double click) is executed once and gets the first
   * result.
   */
  readonly operationId?: string | undefined
  readonly verb: Verb
}

/** The input of an approval: `approved`, which approval forms ask for, and their other fields. */
export function approval({
  input,
  ...wait
}: {
  readonly input?: JsonObject | undefined
  readonly step?: string | undefined
  readonly task_id?: string | undefined
}): Verb {
  return { type: 'resume', input: { ...input, approved: true }, ...wait }
}

/**
 * Sends a verb to a run and waits a little for its reply. An operation that was sent before returns its first result,
 * even if the run would refuse it by now. `idField` is the caller's name of the operation id. Throws `FORBIDDEN`, `NOT_FOUND`,
 * `IDEMPOTENCY_KEY_REUSED`, `WORKFLOW_ID_IN_USE` and the run's refusals.
 */
export async function sendVerb(
  stores: Stores,
  actor: Actor,
  request: VerbRequest,
  idField = 'operationId',
): Promise<VerbResult> {
  const { runId, operationId = randomUUID() } = request
  requirePermission(permits(actor, permissionOf(request.verb)))
  const row = await getRunRow(stores, actor, runId)
  const verb = await answerBySignal(stores, row, request.verb)
  const meant = isAnswer(verb) ? await tasksOfAnswer(stores, { runId, ...verb }) : []
  const command = {
    ...commandOf(actor, verb, await authorizationForVerb(verb, stores, actor, runId)),
    ...bindCommand(verb, { at: row.updated_at.getTime(), openTasks: meant.map(({ id }) => id) }),
  } as Command
  const action = isAnswer(verb) ? 'task.decide' : `run.${verb.type}`
  const audit = { actor, action, target: runId, outcome: 'asked' } as const
  const asked = { runId, operationId, command, identity: verbIdentity(actor, runId, request.verb), audit }
  const isKnown = request.operationId !== undefined && (await isKnownOperation(stores, asked, idField))
  if (!isKnown) {
    requireEntitlement(actor, meant)
    if (verb.type === 'retry') await requireFreeWorkflowId(stores, actor, row)
  }
  const reply = await deliverCommand(stores, asked)
  // A concurrent request may have used this id for something else.
  if (request.operationId !== undefined && !isKnown) await isKnownOperation(stores, asked, idField)
  if (reply === 'pending') return { outcome: 'accepted', runId, operationId }
  if ('refusal' in reply) throw refused(reply.refusal)
  return { outcome: 'done', runId, status: reply.status }
}

/** The identity of a verb; an option that is false equals an absent one. */
export function verbIdentity(actor: Actor, runId: string, { type, ...options }: Verb): string {
  const compensate = 'compensate' in options && options.compensate === true ? true : undefined
  return operationIdentity(actor, runId, { verb: type, ...options, compensate })
}

/** A `resume` with an input decides a human task; without one it lifts a hold. */
function isAnswer(verb: Verb): verb is Extract<Verb, { type: 'resume' }> {
  return verb.type === 'resume' && verb.input !== undefined
}

function authorizationForVerb(
  verb: Verb,
  stores: Stores,
  actor: Actor,
  runId: string,
): Promise<AuthorizationContext> | AuthorizationContext {
  if (isOverride(verb)) return authorizationFor(stores, actor, runId)
  return isAnswer(verb) && verb.task_id === undefined
    ? authorizationToAnswer(stores, actor, runId)
    : ownAuthorization(actor)
}

/**
 * The command of a verb. Verbs that could bypass other people's decisions carry the actor's standing; the run decides
 * finally.
 */
export function commandOf(actor: Actor, verb: Verb, standing: AuthorizationContext = ownAuthorization(actor)): Command {
  const given = Object.fromEntries(Object.entries(verb).filter(([, value]) => value !== undefined))
  const by = { actor: { id: actor.id, name: actor.name } }
  const isJudged = isOverride(verb) || verb.type === 'resume'
  return { ...given, ...by, ...(isJudged && { standing }) } as Command
}

function isOverride({ type }: Verb): boolean {
  return type === 'skip' || type === 'mark_done' || type === 'jump'
}
