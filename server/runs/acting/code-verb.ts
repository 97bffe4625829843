import { setTimeout as sleep } from 'node:timers/promises'
import { type CodeDefinition, isCode } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { Actor } from '#server/access/actor.ts'
import { permits, requirePermission } from '#server/access/may.ts'
import { ApiError } from '../../api-error.ts'
import { derivedId } from '../../derived-id.ts'
import { queryAgents } from '../../engine/requests/agents/query-agents.ts'
import type { CodeAnswer } from '../../engine/requests/code-client.ts'
import type { Stores } from '../../stores.ts'
import { getRunRow } from '../get-run-row.ts'
import type { RunRow } from '../run-row.ts'
import { sendVerb } from './send-verb.ts'

/** A question to the body of a run: it changes nothing. */
export interface QueryRequest {
  readonly runId: string
  readonly name: string
  readonly args: readonly Json[]
  /** How long the query waits for its answer; `limits.code.queryMs` when absent. */
  readonly timeoutMs?: number | undefined
}

/**
 * Asks the body of a run of code, live or ended. Throws `NOT_FOUND`, `INVALID_TRANSITION` for a run of steps,
 * `QUERY_NOT_REGISTERED`, `QUERY_MUST_NOT_SCHEDULE`, `QUERY_FAILED`, `QUERY_TIMEOUT`, `NO_AGENT`.
 */
export async function queryRun(stores: Stores, actor: Actor, question: QueryRequest): Promise<Json> {
  requirePermission(permits(actor, 'run.view'))
  const { definition, run } = await codeOf(stores, actor, question.runId)
  const { timeoutMs = limits.code.queryMs } = question
  const answer =
    definition.code.by === 'agents'
      ? await askAgents(stores, definition, run, { ...question, timeoutMs })
      : await within(stores.engine.code.ask(stores.pool, question), timeoutMs)
  if (answer === null) throw noCode()
  if (answer === 'not_registered' || isNotRegistered(answer)) {
    throw notRegistered('QUERY_NOT_REGISTERED', 'query', question.name, definition.code.queries)
  }
  if ('unanswered' in answer) throw new ApiError('QUERY_TIMEOUT', `The code gave no answer: ${answer.unanswered}`)
  if ('result' in answer) return answer.result
  const { type, message } = answer.failure
  if (type === 'QUERY_MUST_NOT_SCHEDULE') throw new ApiError('QUERY_MUST_NOT_SCHEDULE', message, 'name')
  throw new ApiError('QUERY_FAILED', `The query ${question.name} failed: ${message}`, 'name')
}

/** An agent that runs other code than the latest version may lack a query that the version registers. */
function isNotRegistered(answer: Exclude<CodeAnswer, 'not_registered'>): boolean {
  return 'failure' in answer && answer.failure.type === 'QUERY_NOT_REGISTERED'
}

/** The answer, or that none came in time. */
async function within(asked: Promise<CodeAnswer | null>, timeoutMs: number): Promise<CodeAnswer | null> {
  const ending = new AbortController()
  const late = sleep(timeoutMs, { unanswered: noAnswerWithin(timeoutMs) }, { signal: ending.signal })
  late.catch(() => undefined)
  try {
    return await Promise.race([asked, late])
  } finally {
    ending.abort()
  }
}

const noAnswerWithin = (timeoutMs: number) => `there was none within ${timeoutMs / 1_000} s.`

/** Asks the agents that run the bodies of a workflow. Throws `NO_AGENT`. */
async function askAgents(
  { pool, engine }: Stores,
  { workflow_type: type, code }: CodeDefinition,
  { owner_id: ownerId, workflow }: Pick<RunRow, 'owner_id' | 'workflow'>,
  question: QueryRequest & { readonly timeoutMs: number },
): Promise<CodeAnswer> {
  const { queue, hash, queries } = code
  if (!queries.includes(question.name)) return 'not_registered'
  const answer = await queryAgents(pool, { ...question, ownerId, workflow, queue, type, hash }, engine.hints)
  if (answer === null) {
    throw new ApiError('NO_AGENT', `No agent that has ${type} serves the queue ${queue}. Start one, and ask again.`)
  }
  return answer === 'timeout' ? { unanswered: noAnswerWithin(question.timeoutMs) } : answer
}

/** A message to the body of a run, which accepts or rejects it, and answers. */
export interface UpdateRequest extends QueryRequest {
  /** An update of the same id happens once, and its repetition gets its result. */
  readonly updateId: string
  readonly wait: 'accepted' | 'completed'
}

export type UpdateResult =
  | { readonly status: 'completed'; readonly updateId: string; readonly result: Json }
  | { readonly status: 'accepted' | 'requested'; readonly updateId: string }

const FIRST_LOOK_MS = 5
const RAREST_LOOK_MS = 200

/**
 * Sends an update and waits for its acceptance or its result; `requested` or `accepted` when that takes longer than a
 * request may wait. Throws `NOT_FOUND`, `INVALID_TRANSITION`, `UPDATE_NOT_REGISTERED`, `UPDATE_REJECTED`.
 */
export async function updateRun(stores: Stores, actor: Actor, request: UpdateRequest): Promise<UpdateResult> {
  const { runId, updateId, name, args, wait } = request
  requirePermission(permits(actor, 'run.act'))
  const { definition } = await codeOf(stores, actor, runId)
  const { updates } = definition.code
  if (!updates.includes(name)) throw notRegistered('UPDATE_NOT_REGISTERED', 'update', name, updates)
  const earlier = await resultOf(stores, request)
  if (earlier !== null && (earlier.status === 'completed' || wait === 'accepted')) return earlier
  if (earlier === null) {
    const operationId = derivedId(actor.ownerId, actor.id, runId, 'update', updateId)
    await sendVerb(stores, actor, { runId, operationId, verb: { type: 'update', update_id: updateId, name, args } })
  }
  const deadline = performance.now() + limits.command.updateWaitMs
  for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(lookMs * 1.5, RAREST_LOOK_MS)) {
    const found = await resultOf(stores, request)
    if (found !== null && (found.status === 'completed' || wait === 'accepted')) return found
    if (performance.now() >= deadline) return found ?? { status: 'requested', updateId }
    await sleep(lookMs)
  }
}

/** What the log says of an update; null: nothing yet. Throws `UPDATE_REJECTED`. */
async function resultOf({ pool }: Stores, { runId, updateId }: UpdateRequest): Promise<UpdateResult | null> {
  const { rows } = await pool.query<{ events: string }>(
    'select events from run_log where run_id = $1::uuid and strpos(events, $2) > 0 order by seq',
    [runId, JSON.stringify(updateId)],
  )
  let found: UpdateResult | null = null
  for (const event of rows.flatMap(({ events }) => JSON.parse(events) as RunEvent[])) {
    if (!('payload' in event) || (event.payload as { update_id?: unknown }).update_id !== updateId) continue
    if (event.type === 'workflow.update.accepted') found = { status: 'accepted', updateId }
    if (event.type === 'workflow.update.completed') {
      found = { status: 'completed', updateId, result: event.payload.result }
    }
    if (event.type === 'workflow.update.rejected') {
      const { code, message } = event.payload.error
      throw new ApiError('UPDATE_REJECTED', `The code rejected the update: ${message} (${code})`, 'args')
    }
  }
  return found
}

/** The version of a run whose workflow is code. Throws `NOT_FOUND`, and `INVALID_TRANSITION` for a run of steps. */
async function codeOf(stores: Stores, actor: Actor, runId: string) {
  const run = await getRunRow(stores, actor, runId)
  const found = await stores.engine.definitions.find(run.owner_id, run.workflow, run.version)
  if (found === null || !isCode(found.definition)) throw noCode()
  return { definition: found.definition, run }
}

function noCode(): ApiError {
  return new ApiError(
    'INVALID_TRANSITION',
    'The workflow of this run is made of steps: only code has queries and updates.',
  )
}

function notRegistered(
  code: 'QUERY_NOT_REGISTERED' | 'UPDATE_NOT_REGISTERED',
  what: string,
  name: string,
  known: readonly string[],
): ApiError {
  const others = known.length === 0 ? 'It declares none.' : `It declares ${known.join(', ')}.`
  return new ApiError(code, `The code has no handler of the ${what} ${name}. ${others}`, 'name')
}
