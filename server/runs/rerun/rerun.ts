import { randomUUID } from 'node:crypto'
import { validateJson } from '#core/definition/schema/json-schema.ts'
import type { Json } from '#core/json.ts'
import type { Command, CommandOf } from '#core/run/command.ts'
import type { Carried } from '#core/run/events/operator-event.ts'
import { judgedInput } from '#core/run/fan-out/own-input.ts'
import { carryOver, type EndedRun } from '#core/run/rerun/carry-over.ts'
import { repeatedOptions } from '#core/run/start/start-request.ts'
import { isRetryable } from '#core/run/views/status.ts'
import type { Actor } from '#server/access/actor.ts'
import { ownerScope } from '#server/access/may.ts'
import type { RunnableDefinition } from '#server/engine/definitions.ts'
import { readRunState } from '#server/engine/requests/read-run.ts'
import { ApiError } from '../../api-error.ts'
import { refuseOtherRequest } from '../../request-identity.ts'
import { makeRunId } from '../../run-id.ts'
import type { Stores } from '../../stores.ts'
import { deliverCommand } from '../acting/deliver-command.ts'
import { type AskedOperation, isKnownOperation, operationIdentity } from '../acting/known-operation.ts'
import { refused } from '../acting/refused.ts'
import { refuseBeyondQuota } from '../refuse-beyond-quota.ts'
import { archivedWords } from './archived-words.ts'
import { readRunAndDefinition, versionFor } from './read-run-and-definition.ts'
import { type RerunChoice, refuseUnheeded } from './rerun-choice.ts'

export interface RerunRequest extends RerunChoice {
  readonly runId: string
  /** Replaces the input of the run. */
  readonly input?: Json | undefined
  readonly reason?: string | undefined
  /**
   * The idempotency key. A repeated request returns the run that was made; a different request with this id is refused.
   */
  readonly operationId?: string | undefined
}

export interface Rerun {
  readonly outcome: 'done'
  readonly runId: string
  readonly status: string
  /** The run that was made. */
  readonly newRunId: string
}

/**
 * Reruns a run as a new run, which refers to the original. A failed run whose results are taken over continues in the
 * new run and nowhere else: the failed run gets a command first, and refuses it when it has been continued already.
 * Throws `BAD_REQUEST`, `NOT_FOUND`, `NOT_PUBLISHED`, `ARCHIVED`, `INVALID_INPUT`, the refusals of the run, and
 * `UNAVAILABLE` when the run does not answer. `idField` is the caller's name of the operation id.
 */
export async function rerun(
  stores: Stores,
  actor: Actor,
  request: RerunRequest,
  idField = 'operationId',
): Promise<Rerun> {
  const { runId, operationId = randomUUID(), reason, fromStep } = request
  refuseUnheeded(request)
  const asked = askedOperation(actor, request, operationId)
  const made = await findMade(stores, actor, asked, idField)
  if (made !== null) return made
  const run = await readRunAndDefinition(stores, actor, runId)
  const { header, outcome } = run.state
  const archived = await archivedWords(stores, header)
  if (archived !== null) throw new ApiError('ARCHIVED', archived)
  const next = await versionFor(stores, run, request)
  const input = request.input ?? header.input
  refuseMisfit(next, input)
  const carried = request.results === 'kept' ? carriedOf(run, next, fromStep) : undefined
  const goesOn = carried !== undefined && outcome !== null && isRetryable(outcome.status)
  // A refusal by the quota comes before the failed run is handed over.
  if (goesOn) {
    const counted = { ownerId: header.owner_id, fanOut: header.fan_out, carried }
    refuseBeyondQuota(await stores.engine.starter.admit(counted))
  }
  const nextId = makeRunId(header.owner_id)
  const newRunId = goesOn ? await handOver(stores, actor, continuedBy(asked, nextId), idField) : nextId
  // The run might have continued by itself before it handled the command, so its results are read again.
  const stands = goesOn ? carriedOf(await readRunAndDefinition(stores, actor, runId), next, fromStep) : carried
  const started = await stores.engine.starter.start(
    {
      runId: newRunId,
      ownerId: header.owner_id,
      dataRegion: header.data_region,
      actor: { id: actor.id, name: actor.name },
      workflow: header.workflow,
      version: next.version,
      input,
      ...repeatedOptions(header, run.executable.definition),
      ...(!goesOn && { idempotencyKey: operationId, requestIdentity: asked.identity }),
      rerunOf: {
        run_id: runId,
        version: header.version,
        ...(fromStep !== undefined && { from_step: fromStep }),
        ...(reason !== undefined && { reason }),
      },
      carried: stands,
      fanOut: header.fan_out,
      kind: header.kind,
      regenerates: header.regenerates,
    },
    goesOn,
  )
  if (!started.ok && started.code === 'QUOTA') refuseBeyondQuota(started)
  if (!started.ok) throw new ApiError('CONFLICT', `${header.workflow} cannot be run right now: ${started.code}.`)
  if (!started.created && started.identity) refuseOtherRequest(started.identity, asked.identity, idField)
  return { outcome: 'done', runId, status: started.status, newRunId: started.runId }
}

/** The operation as a command to a failed run that another run continues. */
function askedOperation(actor: Actor, request: RerunRequest, operationId: string): AskedRerun {
  const { runId, operationId: _, ...options } = request
  const { reason } = options
  return {
    runId,
    operationId,
    identity: operationIdentity(actor, runId, { verb: 'rerun', ...options }),
    command: {
      type: 'acknowledge',
      actor: { id: actor.id, name: actor.name },
      ...(reason !== undefined && { reason }),
    },
  }
}

interface AskedRerun extends AskedOperation {
  readonly command: CommandOf<'acknowledge'>
}

const continuedBy = (asked: AskedRerun, runId: string): AskedRerun => ({
  ...asked,
  command: { ...asked.command, continued_by: runId },
})

/**
 * The run that this operation made earlier, whatever has become of the workflow and of the original run since. Either
 * the original run was told which run continues it, or the new run has the operation as its idempotency key.
 */
async function findMade(stores: Stores, actor: Actor, asked: AskedOperation, idField: string): Promise<Rerun | null> {
  const { pool } = stores
  const { runId, operationId } = asked
  await isKnownOperation(stores, asked, idField)
  const told = await pool.query<{ command: string }>(
    `select command from mailbox where operation_id = $1 and run_id = $2 and reply ? 'ok'`,
    [operationId, runId],
  )
  const command = told.rows[0] && (JSON.parse(told.rows[0].command) as Command)
  const { rows } = await pool.query<{ id: string; status: string; identity: string | null }>(
    `select n.id, s.status, n.request_identity as identity from run n join run_state s on s.run_id = n.id
      where n.rerun_of = $1 and ((n.idempotency_key, n.created_by) = ($2, $5) or n.id = $3)
        and ($4::text is null or n.owner_id = $4)`,
    [runId, operationId, command?.type === 'acknowledge' ? command.continued_by : null, ownerScope(actor), actor.id],
  )
  const [made] = rows
  if (made === undefined) return null
  if (made.identity !== null) refuseOtherRequest(made.identity, asked.identity, idField)
  return { outcome: 'done', runId, status: made.status, newRunId: made.id }
}

function refuseMisfit({ definition, version }: RunnableDefinition, input: Json): void {
  const errors =
    definition.input_schema === undefined ? [] : validateJson(definition.input_schema, judgedInput(definition, input))
  const [first] = errors
  if (first === undefined) return
  const at = first.path === '' ? '' : `${first.path}: `
  throw refused({
    code: 'INVALID_INPUT',
    message: `The input does not match version ${version}: ${at}${first.message}`,
    errors,
  })
}

function carriedOf(run: EndedRun, next: RunnableDefinition, fromStep: string | undefined): Carried {
  // The commands of code are no steps of its definition: carryOver refuses them.
  const step = run.state.code === undefined ? fromStep : undefined
  if (step !== undefined && !run.executable.has(step)) {
    throw new ApiError('STEP_NOT_FOUND', `There is no step ${fromStep}.`, 'fromStep')
  }
  const [loop] = step === undefined ? [] : run.executable.around(step)
  if (loop !== undefined) {
    const message = `There is no step ${fromStep} to continue from; it is part of ${loop.name}: use that step.`
    throw new ApiError('STEP_NOT_FOUND', message, 'fromStep')
  }
  const result = carryOver(run, next.executable, fromStep)
  if (!result.ok) throw new ApiError('INVALID_TRANSITION', result.message)
  return result.carried
}

/**
 * Tells the failed run which run continues it. Of several concurrent requests one wins, and all of them get the
 * winner's choice.
 */
async function handOver(stores: Stores, actor: Actor, asked: AskedOperation, idField: string): Promise<string> {
  const { runId } = asked
  const audit = { actor, action: 'run.rerun', target: runId, outcome: 'asked' } as const
  const reply = await deliverCommand(stores, { ...asked, audit })
  // A concurrent request may have used this id for something else.
  await isKnownOperation(stores, asked, idField)
  if (reply === 'pending') {
    throw new ApiError('UNAVAILABLE', 'The run does not respond. Send the request again with the same operation id.')
  }
  const chosen = (await readRunState(stores.pool, runId, 'refs'))?.continuedBy
  if ('refusal' in reply && (chosen === undefined || (await isThere(stores, chosen)))) throw refused(reply.refusal)
  return chosen as string
}

/**
 * Whether the new run exists. A winning request may have been aborted before it made the run; the next request makes
 * the run then.
 */
async function isThere({ pool }: Stores, runId: string): Promise<boolean> {
  const { rowCount } = await pool.query('select from run where id = $1', [runId])
  return rowCount === 1
}
