import type { Agent } from 'undici'
import { httpConnectionKinds } from '#core/definition/connections/kinds.ts'
import { isJsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { AttemptOutcome } from '#core/run/command.ts'
import type { OpenedConnection } from '../../../secrets/connections/opened-connection.ts'
import type { OwnerSecrets, SecretSource } from '../../../secrets.ts'
import { reachCall } from '../../crash-points.ts'
import type { Executor, ExecutorEvents, HttpRequest } from '../../ports.ts'
import { cancellableCalls } from '../cancellable-calls.ts'
import { type AccessTokens, createAccessTokens, TokenUnavailable } from '../connections/access-tokens.ts'
import { ConnectionRefused, openedConnection } from '../connections/connection-refused.ts'
import { credentialsOf } from '../connections/http-credentials.ts'
import { awaitSecrets } from '../secrets/await-secrets.ts'
import { unreadable } from '../secrets/function-secrets.ts'
import { ownerRedactor } from '../secrets/owner-redactor.ts'
import { redactOutcome } from '../secrets/redact-outcome.ts'
import { type Redactor, redactorOf } from '../secrets/redactor.ts'
import { AddressRefused } from './address-refused.ts'
import type { GuardOptions } from './guarded-connect.ts'
import { AnswerUnusable, parseBody, retryAfterMs } from './read-answer.ts'
import { type Outgoing, readRequest } from './read-request.ts'
import { HostInvalid, RequestInvalid } from './read-url.ts'
import { type Answer, sendRequest } from './send-request.ts'

export interface HttpExecutorOptions extends Omit<GuardOptions, 'connectMs'> {
  readonly secrets: SecretSource
}

interface World {
  readonly agent: Agent
  readonly source: SecretSource
  readonly tokens: AccessTokens
}

/** Sends the requests of HTTP steps. Secrets come in here and leave over the wire only. */
export function createHttpExecutor(options: HttpExecutorOptions, events: ExecutorEvents): Executor<HttpRequest> {
  let agent: Promise<Agent> | null = null
  const theAgent = () => (agent ??= openAgent(options))
  const world = { source: options.secrets, tokens: createAccessTokens(theAgent, options.secrets) }
  const calls = cancellableCalls<HttpRequest>(
    async (request, cancelled) => attempt({ ...world, agent: await theAgent() }, request, cancelled),
    events,
  )
  return {
    ...calls,
    async close() {
      await calls.close()
      await (await agent)?.destroy()
    },
  }
}

/**
 * The client of HTTP steps, which is loaded with the first of them: its hundred modules are a seventh of what an engine
 * would otherwise read before it is ready.
 */
async function openAgent(guard: Omit<GuardOptions, 'connectMs'>): Promise<Agent> {
  const [{ Agent }, { guardedConnect }] = await Promise.all([import('undici'), import('./guarded-connect.ts')])
  return new Agent({
    connect: guardedConnect({ ...guard, connectMs: limits.http.connectMs }),
    connections: limits.http.concurrent,
    pipelining: 1,
    maxHeaderSize: limits.http.headerBytes,
    // The time limit of the attempt is never longer than these two.
    headersTimeout: limits.http.longestMs,
    bodyTimeout: limits.http.longestMs,
  })
}

/**
 * One attempt. The secrets of the owner are read for each, as they are now: the request may carry some, and the answer
 * may contain any of them. A request that carries none is sent in the meantime.
 */
async function attempt(world: World, request: HttpRequest, cancelled: AbortSignal): Promise<AttemptOutcome> {
  const { source, tokens } = world
  const reading = awaitSecrets(source, request.ownerId, cancelled)
  reading.catch(() => undefined)
  const known = source.known(request.ownerId)
  const plain = known && requestWithoutSecrets(request, known)
  try {
    if (!plain) await reading
    const outcome = await exchange(world, request, plain, reading, cancelled)
    const redacted = redactOutcome(outcome, ownerRedactor(await reading))
    const held = connectionOf(request) === null ? [] : tokens.held(request.ownerId)
    return held.length === 0 ? redacted : redactOutcome(redacted, redactorOf(held))
  } catch (error) {
    const { code, message } = unreadable(error)
    return failed(code, message, true)
  }
}

/** The request, if it can be sent and carries no secret, by the secrets as they were last known. */
function requestWithoutSecrets(request: HttpRequest, known: OwnerSecrets): Outgoing | null {
  const used = new Set<string>()
  if (connectionOf(request) !== null) return null
  try {
    const outgoing = readRequest(request, known, used)
    return used.size === 0 ? outgoing : null
  } catch {
    return null
  }
}

async function requestWithSecrets(
  request: HttpRequest,
  reading: Promise<OwnerSecrets>,
  used: Set<string>,
  tokenOf: TokenOf,
): Promise<Outgoing> {
  const secrets = await reading
  const name = connectionOf(request)
  const credentialsFor = async (connection: string) => {
    const opened = openedConnection(secrets, {
      workflow: request.workflow,
      name: connection,
      kinds: httpConnectionKinds,
    })
    if (opened.isExample) {
      const message = `The connection ${connection} is an example for AI steps. An HTTP step needs a connection of your own.`
      throw new ConnectionRefused('CONNECTION_KIND', message)
    }
    return credentialsOf(opened, opened.kind === 'oauth2' ? await tokenOf(opened) : undefined)
  }
  const outgoing = readRequest(request, secrets, used, name === null ? null : await credentialsFor(name))
  for (const name of used) secrets.noteUse(name)
  return outgoing
}

type TokenOf = (connection: OpenedConnection) => Promise<string>

const connectionOf = ({ http }: HttpRequest): string | null =>
  isJsonObject(http.request) && typeof http.request.connection === 'string' ? http.request.connection : null

async function exchange(
  { agent, tokens }: World,
  request: HttpRequest,
  plain: Outgoing | null,
  reading: Promise<OwnerSecrets>,
  cancelled: AbortSignal,
): Promise<AttemptOutcome> {
  const used = new Set<string>()
  const timeoutMs = Math.min(request.timeoutMs ?? limits.http.timeoutMs, limits.http.longestMs)
  const deadline = AbortSignal.timeout(timeoutMs)
  try {
    const signal = AbortSignal.any([deadline, cancelled])
    let token: string | undefined
    const tokenOf =
      (refused?: string): TokenOf =>
      async (connection) =>
        (token = await tokens.tokenOf(request.ownerId, connection, signal, refused))
    let outgoing = plain ?? (await requestWithSecrets(request, reading, used, tokenOf()))
    reachCall('request', 'called')
    let answer = await sendRequest(agent, outgoing, signal)
    reachCall('request', 'returned')
    if (answer.status === 401 && token !== undefined) {
      // The server has done nothing. The token may have been withdrawn before its end.
      outgoing = await requestWithSecrets(request, reading, used, tokenOf(token))
      answer = await sendRequest(agent, outgoing, signal)
    }
    const what = `${outgoing.method} ${outgoing.url.href}`
    return outcomeOf(answer, outgoing.isExpected(answer.status), what, ownerRedactor(await reading))
  } catch (error) {
    return deadline.aborted
      ? failed('STEP_TIMEOUT', `No complete response within ${timeoutMs / 1_000} s.`, true)
      : failureOf(error, used.size > 0)
  }
}

function outcomeOf(
  { status, headers, raw, bytes }: Answer,
  expected: boolean,
  what: string,
  redactor: Redactor,
): AttemptOutcome {
  if (expected) {
    return { ...parseBody(bytes, raw['content-type']), http: { status, headers } }
  }
  const waitMs = retryAfterMs(raw['retry-after'], Date.now())
  // Cut after the secrets are out: half of one would not be recognised.
  const said = redactor.text(bytes.toString()).slice(0, 1_000).trim()
  const message = `${what} returned ${status}${said === '' ? '.' : `: ${said}`}`
  const retryable = status >= 500 || status === 429 || status === 408 || status === 425
  return { ...failed(`HTTP_${status}`, message, retryable), ...(waitMs !== undefined && { retryAfterMs: waitMs }) }
}

/** The failure of a request. A redirect, or data, may have put a secret into the host, which is then left out. */
function failureOf(error: unknown, hidesHost: boolean): AttemptOutcome {
  const { code = '', message } = rootCause(error)
  if (error instanceof HostInvalid) return failed(error.code, hidesHost ? error.withoutHost : message, false)
  if (error instanceof TokenUnavailable) return failed('CONNECTION_TOKEN_UNAVAILABLE', message, true)
  if (error instanceof RequestInvalid) return failed(error.code, message, false)
  if (error instanceof AddressRefused) {
    return failed('HTTP_ADDRESS_REFUSED', hidesHost ? hiddenAddress : message, false)
  }
  if (error instanceof AnswerUnusable) return failed(code, message, false)
  if (/^UND_ERR_(HEADERS_OVERFLOW)$|^HPE_/.test(code)) {
    return failed('HTTP_ANSWER_UNUSABLE', `The response is not valid HTTP (${code}).`, false)
  }
  if (/CERT|^ERR_TLS|^ERR_SSL|SELF_SIGNED|^EPROTO$|UNABLE_TO_/.test(code)) {
    return failed('HTTP_NOT_TRUSTED', `The server’s certificate is not trusted (${code}).`, false)
  }
  return failed(
    'HTTP_UNREACHABLE',
    `The server could not be reached or did not complete its response (${code || (hidesHost ? 'no further details' : message)}).`,
    true,
  )
}

const hiddenAddress =
  'The request goes to an address that is not allowed. Because it carries a secret, the host is not shown. Allow it with HEDDLE_HTTP_ALLOW.'

/** Several addresses were tried: the first failure says enough. */
function rootCause(error: unknown): { readonly code?: string; readonly message: string } {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  return first instanceof Error ? (first as Error & { code?: string }) : { message: String(first) }
}

function failed(code: string, message: string, retryable: boolean) {
  return { kind: 'failed', error: { code, message }, retryable } as const
}
