import { createHash } from 'node:crypto'
import { historyUpTo } from '#core/run/code/history.ts'
import type { AgentDelivery } from '#core/run/effect.ts'
import type { Actor } from '#server/access/actor.ts'
import { ownerScope, permits, requirePermission } from '#server/access/may.ts'
import { ApiError } from '../api-error.ts'
import type { WorkerRequest } from '../engine/ports.ts'
import { answerTask as answer, findAnswer, releaseTask, renewTask } from '../engine/requests/agents/answer-task.ts'
import { findTask, type TaskKind } from '../engine/requests/agents/take-tasks.ts'
import { readEvents } from '../engine/store/read-events.ts'
import type { Stores } from '../stores.ts'
import { type BodyAnswer, bodyCommand, type CallAnswer, callCommand, type RanCode } from './answers.ts'
import type { AgentCode } from './models.ts'

/** A leased task: every request of its agent names the id and the token. */
export interface HeldTask {
  readonly id: string
  readonly token: string
}

type Found = NonNullable<Awaited<ReturnType<typeof findTask>>>

/** An answer of an agent: the outcome of a delivery to a body, or the end of a function or query. */
export type AgentAnswer =
  | { readonly body: BodyAnswer; readonly call?: undefined }
  | { readonly call: CallAnswer; readonly body?: undefined }

/**
 * Accepts the answer to a task. A repeated answer is accepted again without effect. Throws `NOT_LEASED` when the task is
 * not leased under the token, `STALE_HISTORY` when the answer's `up_to_seq` is not that of the delivery, `TERMINAL` after a
 * different answer, and `BAD_REQUEST` for an answer to another kind of task.
 */
export async function respondTask(stores: Stores, actor: Actor, held: HeldTask, given: AgentAnswer): Promise<void> {
  requirePermission(permits(actor, 'agent.work'))
  const { pool, engine } = stores
  const digest = createHash('sha256')
    .update(JSON.stringify([held.id, given]))
    .digest('hex')
  const task = await findTask(pool, ownerScope(actor), held.id, held.token)
  if (task === null) {
    requireSame(await findAnswer(pool, held.token), digest)
    return
  }
  const answered = await answer(pool, { token: held.token, digest, ...(await effectOf(stores, actor, task, given)) })
  if (answered === 'late') throw notLeased()
  if (answered === 'other') requireSame('other', digest)
  if (task.kind !== 'query') engine.wakeEngines()
}

async function effectOf(stores: Stores, actor: Actor, task: Found, given: AgentAnswer) {
  const request = JSON.parse(task.request) as WorkerRequest & AgentDelivery
  if (task.kind === 'workflow') {
    if (given.body === undefined) throw wrongKind(task.kind)
    const { upToSeq } = given.body
    if (upToSeq !== request.upToSeq) {
      const message = `This delivery goes up to event ${request.upToSeq}, the answer to ${upToSeq}. Answer with its up_to_seq.`
      throw new ApiError('STALE_HISTORY', message, 'up_to_seq')
    }
    return { command: bodyCommand(request, given.body, await ranCode(stores, actor, task)) }
  }
  if (given.call === undefined) throw wrongKind(task.kind)
  if (task.kind === 'query') {
    const { result = null, failure } = given.call
    return { result: JSON.stringify(failure === undefined ? { result } : { failure }) }
  }
  return { command: callCommand(request, given.call) }
}

/** The agent and, where its code differs from the code that began the run, the version that was published from it. */
async function ranCode({ pool }: Stores, actor: Actor, task: Found): Promise<RanCode> {
  const { agentId, type, codeHash, version } = task
  const { rows } = await pool.query<{ code: AgentCode[string] | null }>(
    'select workflows -> $3 as code from agent where owner_id = $1 and id = $2',
    [actor.ownerId, agentId, type],
  )
  const code = rows[0]?.code
  if (!code || code.hash === codeHash || code.version === version) return { agentId }
  return { agentId, version: code.version, hash: code.of }
}

/**
 * Renews the lease of a task. `cancelRequested`: the run no longer awaits the task. Throws `NOT_LEASED` when another agent
 * holds the task.
 */
export async function heartbeatTask(
  { pool }: Stores,
  actor: Actor,
  held: HeldTask & { readonly fraction?: number | undefined; readonly note?: string | undefined },
): Promise<{ readonly leaseUntil: string | null; readonly cancelRequested: boolean }> {
  requirePermission(permits(actor, 'agent.work'))
  const renewed = await renewTask(pool, { ...held, ownerId: ownerScope(actor) })
  if ('leaseUntil' in renewed) return { leaseUntil: renewed.leaseUntil.toISOString(), cancelRequested: false }
  if (renewed.isThere) throw notLeased()
  return { leaseUntil: null, cancelRequested: true }
}

/** The whole history for a delivery that contained only its news. Throws `NOT_LEASED`. */
export async function historyOfTask(stores: Stores, actor: Actor, held: HeldTask) {
  requirePermission(permits(actor, 'agent.work'))
  const task = await findTask(stores.pool, ownerScope(actor), held.id, held.token)
  if (task?.kind !== 'workflow') throw notLeased()
  const { upToSeq } = JSON.parse(task.request) as AgentDelivery
  const events = await readEvents(stores.pool, task.runId)
  const created = events[0]
  const input = created?.type === 'workflow.run.created' ? created.payload.input : null
  return { input, upToSeq, history: historyUpTo(events, upToSeq) }
}

/** Returns a delivery or a query to its queue, for other agents. Throws `NOT_LEASED`. */
export async function giveBackTask({ pool }: Stores, actor: Actor, held: HeldTask): Promise<void> {
  requirePermission(permits(actor, 'agent.work'))
  if (!(await releaseTask(pool, { ...held, ownerId: ownerScope(actor) }))) throw notLeased()
}

function requireSame(earlier: string | null, digest: string): void {
  if (earlier === digest) return
  if (earlier === null) throw notLeased()
  throw new ApiError('TERMINAL', 'This task already has a different answer. Poll again.', 'token')
}

function notLeased(): ApiError {
  return new ApiError(
    'NOT_LEASED',
    'No task is leased under this token: it was cancelled, or another agent holds it. Poll again.',
    'token',
  )
}

function wrongKind(kind: TaskKind): ApiError {
  const needed = kind === 'workflow' ? '`up_to_seq`, `outcome` and `commands`' : '`result` or `failure`'
  return new ApiError('BAD_REQUEST', `A task of the kind ${kind} is answered with ${needed}.`, 'outcome')
}
