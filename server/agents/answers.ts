import type { Json, JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { CodeCommand, CodeFailure, CodeNote, CodeOutcome } from '#core/run/code/code-state.ts'
import type { AttemptOutcome, Command, Directive } from '#core/run/command.ts'
import type { AgentDelivery } from '#core/run/effect.ts'
import { completedWith, UnusableResult } from '../engine/executor/json-result.ts'
import type { WorkerRequest } from '../engine/ports.ts'

/** A failure that an agent reports. `retryable`: another attempt may succeed; true when absent. */
export interface AgentFailure {
  readonly type: string
  readonly message: string
  readonly stack?: string | undefined
  readonly retryable?: boolean | undefined
}

/** The outcome of a delivery to a body, with its commands; `outcome` decides which fields are read. */
export interface BodyAnswer {
  readonly upToSeq: number
  readonly outcome: CodeOutcome['kind']
  readonly commands: readonly CodeCommand[]
  readonly notes: readonly CodeNote[]
  readonly unread?: number | undefined
  readonly result?: Json | undefined
  readonly failure?: AgentFailure | undefined
  /** What a blocked body waits for, in words, and the place in its code, as file:line. */
  readonly reason?: string | undefined
  readonly at?: string | undefined
  readonly message?: string | undefined
  readonly details?: JsonObject | undefined
  /** The input of the run that continues this one, and the signals that move to it unread. */
  readonly input?: Json | undefined
  readonly signals?: readonly { readonly name: string; readonly data: Json }[] | undefined
}

/** The end of a function or query: a result, a directive to the run, or a failure. */
export interface CallAnswer {
  readonly result?: Json | undefined
  readonly directive?: Directive | undefined
  readonly failure?: AgentFailure | undefined
}

/** The agent that ran a body; `version` and `hash`: its code, where that is not the version that the run began with. */
export interface RanCode {
  readonly agentId: string
  readonly version?: number
  readonly hash?: string
}

/** The command that records a body's answer. */
export function bodyCommand({ task, attempt }: AgentDelivery, answer: BodyAnswer, ran: RanCode): Command {
  const { upToSeq, commands, notes, unread } = answer
  const { agentId, ...version } = ran
  return {
    type: 'code_task_ended',
    task,
    attempt,
    up_to_seq: upToSeq,
    commands,
    notes,
    outcome: outcomeOf(answer),
    ...(unread !== undefined && { unread }),
    ...version,
    agent_id: agentId,
  }
}

const unknownFailure: AgentFailure = { type: 'Error', message: 'The agent gave no reason.' }

function codeFailure({ type, message, stack }: AgentFailure): CodeFailure {
  return { type, message, ...(stack !== undefined && { stack }) }
}

function outcomeOf(answer: BodyAnswer): CodeOutcome {
  const { reason, at, result = null, failure = unknownFailure, input = {}, signals = [] } = answer
  switch (answer.outcome) {
    case 'blocked':
      return { kind: 'blocked', ...(reason !== undefined && { reason }), ...(at !== undefined && { at }) }
    case 'completed':
      return { kind: 'completed', result }
    case 'failed':
      return { kind: 'failed', failure: codeFailure(failure) }
    case 'cancelled':
      return { kind: 'cancelled' }
    case 'continue_as_new':
      return { kind: 'continue_as_new', input, signals }
    case 'lost':
      return { kind: 'lost', error: { code: failure.type, message: failure.message } }
    case 'violation': {
      const { message = 'The code differs from the history.', details = {} } = answer
      return { kind: 'violation', message, details }
    }
  }
}

/** The command that records the end of a step's function or of an activity. */
export function callCommand({ step, iteration, attempt }: WorkerRequest, answer: CallAnswer): Command {
  return { type: 'attempt_ended', step, iteration, attempt, outcome: attemptOutcome(step, answer) }
}

function attemptOutcome(step: string, { result = null, directive, failure }: CallAnswer): AttemptOutcome {
  if (failure !== undefined) {
    const { type: code, message, stack, retryable } = failure
    const error = { code, message, ...(stack !== undefined && { stack }), step }
    return { kind: 'failed', error, retryable: retryable !== false }
  }
  if (directive !== undefined) return { kind: 'directive', directive }
  try {
    return completedWith(result, { bytes: limits.run.resultBytes, depth: limits.run.jsonDepth })
  } catch (error) {
    if (!(error instanceof UnusableResult)) throw error
    return { kind: 'failed', error: { code: 'RESULT_UNUSABLE', message: error.message, step }, retryable: false }
  }
}
