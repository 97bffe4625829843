import type { Agent } from 'undici'
import { limits } from '#core/limits.ts'
import type { AttemptOutcome } from '#core/run/command.ts'
import type { Secrets } from '../../../env.ts'
import { reachCall } from '../../crash-points.ts'
import type { Executor, ExecutorEvents, HttpRequest } from '../../ports.ts'
import { AddressRefused } from './addresses.ts'
import type { GuardOptions } from './guarded-connect.ts'
import { openAgent } from './open-agent.ts'
import { AnswerUnusable, parseBody, retryAfterMs } from './read-answer.ts'
import { readRequest } from './read-request.ts'
import { RequestInvalid } from './read-url.ts'
import { type Redact, redactor } from './secrets.ts'
import { type Answer, sendRequest } from './send-request.ts'

export interface HttpExecutorOptions extends Omit<GuardOptions, 'connectMs'> {
  readonly secrets: Secrets
}

/** Sends the requests of HTTP steps. Secrets come in here and leave over the wire only. */
export function createHttpExecutor(options: HttpExecutorOptions, events: ExecutorEvents): Executor<HttpRequest> {
  let agent: Promise<Agent> | null = null
  const running = new Map<string, AbortController>()

  const run = async (request: HttpRequest, cancelled: AbortController): Promise<void> => {
    agent ??= openAgent(options)
    const outcome = await attempt(await agent, options.secrets, request, cancelled.signal)
    if (cancelled.signal.aborted) return
    running.delete(request.id)
    events.onOutcome(request.id, outcome)
  }

  return {
    start(request) {
      const cancelled = new AbortController()
      running.set(request.id, cancelled)
      void run(request, cancelled)
    },
    cancel(id) {
      running.get(id)?.abort()
      running.delete(id)
    },
    async close() {
      for (const cancelled of running.values()) cancelled.abort()
      running.clear()
      await (await agent)?.destroy()
    },
  }
}

async function attempt(
  agent: Agent,
  secrets: Secrets,
  request: HttpRequest,
  cancelled: AbortSignal,
): Promise<AttemptOutcome> {
  const used = new Map<string, string>()
  const timeoutMs = Math.min(request.timeoutMs ?? limits.http.timeoutMs, limits.http.longestMs)
  const deadline = AbortSignal.timeout(timeoutMs)
  let outcome: AttemptOutcome
  try {
    const outgoing = readRequest(request, secrets, used)
    reachCall('request', 'called')
    const answer = await sendRequest(agent, outgoing, AbortSignal.any([deadline, cancelled]))
    reachCall('request', 'returned')
    const what = `${outgoing.method} ${outgoing.url.href}`
    outcome = outcomeOf(answer, outgoing.isExpected(answer.status), what, redactor(used))
  } catch (error) {
    outcome = deadline.aborted
      ? failed('STEP_TIMEOUT', `There was no whole answer within ${timeoutMs / 1_000} s.`, true)
      : failureOf(error)
  }
  return withoutSecrets(outcome, redactor(used))
}

function withoutSecrets(outcome: AttemptOutcome, redact: Redact): AttemptOutcome {
  if (outcome.kind === 'completed')
    return { ...outcome, output: redact(outcome.output), http: redact(outcome.http ?? null) }
  if (outcome.kind === 'directive') return outcome
  return { ...outcome, error: { ...outcome.error, message: String(redact(outcome.error.message)) } }
}

function outcomeOf(
  { status, headers, raw, bytes }: Answer,
  expected: boolean,
  what: string,
  redact: Redact,
): AttemptOutcome {
  if (expected) {
    return { ...parseBody(bytes, raw['content-type']), http: { status, headers } }
  }
  const waitMs = retryAfterMs(raw['retry-after'], Date.now())
  // Cut after the secrets are out: half of one would not be recognised.
  const said = String(redact(bytes.toString())).slice(0, 1_000).trim()
  const message = `${what} was answered with ${status}${said === '' ? '.' : `: ${said}`}`
  const retryable = status >= 500 || status === 429 || status === 408 || status === 425
  return { ...failed(`HTTP_${status}`, message, retryable), ...(waitMs !== undefined && { retryAfterMs: waitMs }) }
}

function failureOf(error: unknown): AttemptOutcome {
  const { code = '', message } = rootCause(error)
  if (error instanceof RequestInvalid) return failed('HTTP_REQUEST_INVALID', message, false)
  if (error instanceof AddressRefused) return failed('HTTP_ADDRESS_REFUSED', message, false)
  if (error instanceof AnswerUnusable) return failed(code, message, false)
  if (/^UND_ERR_(HEADERS_OVERFLOW)$|^HPE_/.test(code)) {
    return failed('HTTP_ANSWER_UNUSABLE', `The answer is not HTTP as it should be (${code}).`, false)
  }
  if (/CERT|^ERR_TLS|^ERR_SSL|SELF_SIGNED|^EPROTO$|UNABLE_TO_/.test(code)) {
    return failed('HTTP_NOT_TRUSTED', `The server could not prove who it is (${code}).`, false)
  }
  return failed(
    'HTTP_UNREACHABLE',
    `The server could not be reached or did not answer to the end (${code || message}).`,
    true,
  )
}

/** Several addresses were tried: the first failure says enough. */
function rootCause(error: unknown): { readonly code?: string; readonly message: string } {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  return first instanceof Error ? (first as Error & { code?: string }) : { message: String(first) }
}

function failed(code: string, message: string, retryable: boolean) {
  return { kind: 'failed', error: { code, message }, retryable } as const
}
