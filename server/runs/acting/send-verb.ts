import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Json, JsonObject } from '#core/json.ts'
import type { Command, Standing } from '#core/run/command.ts'
import type { Actor } from '../../actor.ts'
import { ApiError } from '../../api-error.ts'
import { refuseOutsiders } from '../../inbox/refuse-outsiders.ts'
import { ownStanding, standingOf, standingToAnswer } from '../../inbox/standing-of.ts'
import type { Stores } from '../../stores.ts'
import { getRunRow } from '../get-run-row.ts'
import type { VerbResult } from '../models.ts'
import { deliverCommand } from './deliver-command.ts'
import { refused } from './refused.ts'

/** What a person may ask of a run; who asks is added here. */
export type Verb = { readonly reason?: string | undefined } & (
  | { readonly type: 'cancel'; readonly compensate?: boolean | undefined }
  | { readonly type: 'retry'; readonly from_step?: string | undefined; readonly input?: Json | undefined }
  | {
      readonly type: 'resume'
      readonly input?: Json | undefined
      readonly step?: string | undefined
      readonly task_id?: string | undefined
    }
  | { readonly type: 'next_step'; readonly user_input: Json }
  | { readonly type: 'signal'; readonly signal_name: string; readonly payload: Json }
  | { readonly type: 'skip'; readonly step?: string | undefined }
  | { readonly type: 'mark_done'; readonly step?: string | undefined; readonly output: Json }
  | { readonly type: 'jump'; readonly from_step?: string | undefined; readonly to_step: string }
  | { readonly type: 'pause' | 'rollback' | 'acknowledge' }
)

export interface VerbRequest {
  readonly runId: string
  /** The same operation asked again (a lost answer, a double click) is done once and answered as the first time. */
  readonly operationId?: string | undefined
  readonly verb: Verb
}

/** Answers a wait with yes: with `approved`, which forms of approvals ask for, and what else they ask for. */
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
 * Asks a run for a verb and waits a little for its answer. `idField` is what
 * the caller calls the operation's id. Throws `NOT_FOUND`,
 * `IDEMPOTENCY_KEY_REUSED` and the run's refusals.
 */
export async function sendVerb(
  stores: Stores,
  actor: Actor,
  request: VerbRequest,
  idField = 'operationId',
): Promise<VerbResult> {
  const { runId, operationId = randomUUID(), verb } = request
  await getRunRow(stores, actor, runId)
  await refuseForeignOperation(stores, runId, operationId)
  if (verb.type === 'resume' && verb.input !== undefined) await refuseOutsiders(stores, actor, { runId, ...verb })
  const command = commandOf(actor, verb, await standingFor(verb, stores, actor, runId))
  const reply = await deliverCommand(stores, { runId, operationId, command })
  if (request.operationId !== undefined) await refuseOtherCommand(stores, operationId, command, idField)
  if (reply === 'pending') return { outcome: 'accepted', runId, operationId }
  if ('refusal' in reply) throw refused(reply.refusal)
  return { outcome: 'done', runId, status: reply.status }
}

function standingFor(verb: Verb, stores: Stores, actor: Actor, runId: string): Promise<Standing> | Standing {
  if (isOverride(verb)) return standingOf(stores, actor, runId)
  const isAnswer = verb.type === 'resume' && verb.input !== undefined && verb.task_id === undefined
  return isAnswer ? standingToAnswer(stores, actor, runId) : ownStanding(actor)
}

/** Verbs that people could go around others with are judged by who asks; the run has the last word. */
export function commandOf(actor: Actor, verb: Verb, standing: Standing = ownStanding(actor)): Command {
  const given = Object.fromEntries(Object.entries(verb).filter(([, value]) => value !== undefined))
  const by = { actor: { id: actor.id, name: actor.name } }
  const isJudged = isOverride(verb) || verb.type === 'resume'
  return { ...given, ...by, ...(isJudged && { standing }) } as Command
}

function isOverride({ type }: Verb): boolean {
  return type === 'skip' || type === 'mark_done' || type === 'jump'
}

/** An operation id belongs to the run that it was first used for; its answer is nobody else's. */
export async function refuseForeignOperation({ pool }: Stores, runId: string, operationId: string): Promise<void> {
  const { rowCount } = await pool.query('select from mailbox where operation_id = $1 and run_id <> $2', [
    operationId,
    runId,
  ])
  if (rowCount) throw new ApiError('CONFLICT', 'This operation id was used for something else.', 'operationId')
}

/** An id that comes back with another request is a mistake, which the answer to the first would hide. */
export async function refuseOtherCommand(
  { pool }: Stores,
  operationId: string,
  command: Command,
  field: string,
): Promise<void> {
  const { rows } = await pool.query<{ command: string }>('select command from mailbox where operation_id = $1', [
    operationId,
  ])
  const [sent] = rows
  if (sent === undefined || isDeepStrictEqual(asAsked(JSON.parse(sent.command)), asAsked(command))) return
  throw new ApiError('IDEMPOTENCY_KEY_REUSED', 'This was the id of another request. Use a new one.', field)
}

/** Who asks again may have been given other groups meanwhile: it is the same request. */
function asAsked(command: Command): unknown {
  return JSON.parse(JSON.stringify({ ...command, standing: undefined }))
}
