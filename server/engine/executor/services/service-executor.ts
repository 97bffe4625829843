import {
  type ConnectionKind,
  mailConnectionKinds,
  modelConnectionKinds,
  sqlConnectionKinds,
} from '#core/definition/connections/kinds.ts'
import { isJsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { AttemptOutcome } from '#core/run/command.ts'
import type { ServiceKind } from '#core/run/effect.ts'
import type { SecretSource } from '../../../secrets.ts'
import { reachCall } from '../../crash-points.ts'
import type { Executor, ExecutorEvents, ServiceRequest, Store } from '../../ports.ts'
import { cancellableCalls } from '../cancellable-calls.ts'
import { openedConnection } from '../connections/connection-refused.ts'
import type { SocketGuard } from '../connections/guarded-socket.ts'
import { AddressRefused } from '../http/address-refused.ts'
import { AnswerUnusable } from '../http/read-answer.ts'
import { RequestInvalid } from '../http/read-url.ts'
import { UnusableResult } from '../json-result.ts'
import { awaitSecrets } from '../secrets/await-secrets.ts'
import { unreadable } from '../secrets/function-secrets.ts'
import { ownerRedactor } from '../secrets/owner-redactor.ts'
import { redactOutcome } from '../secrets/redact-outcome.ts'
import { type ExampleServers, reachable } from './example-servers.ts'
import type { Service } from './service.ts'
import { ServiceFailure } from './service-failure.ts'

interface KnownService {
  readonly kinds: readonly ConnectionKind[]
  /** Loaded with the first call: most engines never send a mail. */
  open(): Promise<Service>
}

const services: { readonly [Kind in ServiceKind]: KnownService } = {
  mail: { kinds: mailConnectionKinds, open: async () => (await import('./send-mail.ts')).sendMail },
  ai: { kinds: modelConnectionKinds, open: async () => (await import('./models/ask-model.ts')).askModel },
  sql: { kinds: sqlConnectionKinds, open: async () => (await import('./run-statement.ts')).runStatement },
}

export interface ServiceExecutorOptions extends SocketGuard {
  readonly secrets: SecretSource
  /** Example servers; absent where people log in. */
  readonly examples?: ExampleServers | undefined
  readonly readFile: Store['readFile']
}

/** Calls the services of MAIL, SQL and AI steps. Passwords come in here and leave over the wire only. */
export function createServiceExecutor(
  options: ServiceExecutorOptions,
  events: ExecutorEvents,
): Executor<ServiceRequest> {
  return cancellableCalls((request, cancelled) => attempt(options, request, cancelled), events)
}

async function attempt(
  options: ServiceExecutorOptions,
  { service: { kind, request }, ...asked }: ServiceRequest,
  cancelled: AbortSignal,
): Promise<AttemptOutcome> {
  const { secrets: source, examples, readFile, ...guard } = options
  const timeoutMs = Math.min(asked.timeoutMs ?? limits.http.timeoutMs, limits.http.longestMs)
  const owner = await awaitSecrets(source, asked.ownerId, cancelled).catch((error: unknown) => unreadable(error))
  if (!('connectionFor' in owner)) return failed(owner.code, owner.message, true)
  const deadline = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([deadline, cancelled])
  const perform = async (): Promise<AttemptOutcome> => {
    const given = isJsonObject(request) ? request : {}
    const named = { workflow: asked.workflow, name: String(given.connection), kinds: services[kind].kinds }
    const place = await reachable({ connection: openedConnection(owner, named), guard }, examples)
    const call = await services[kind].open()
    reachCall('request', 'called')
    const fileOf = (id: string) => readFile(asked.runId, id)
    const outcome = await call({ ...place, request: given, key: asked.key, timeoutMs, signal, fileOf })
    reachCall('request', 'returned')
    return outcome
  }
  const outcome = await perform().catch((error: unknown) =>
    deadline.aborted
      ? failed('STEP_TIMEOUT', `No complete answer within ${timeoutMs / 1_000} s.`, true)
      : failureOf(error),
  )
  return redactOutcome(outcome, ownerRedactor(owner))
}

function failureOf(error: unknown): AttemptOutcome {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  const { code = '', message }: { readonly code?: string; readonly message: string } =
    first instanceof Error ? first : { message: String(first) }
  if (first instanceof ServiceFailure) {
    const { waitMs } = first
    return { ...failed(first.code, message, first.retryable), ...(waitMs !== undefined && { retryAfterMs: waitMs }) }
  }
  if (first instanceof RequestInvalid) return failed(first.code, message, false)
  if (first instanceof AnswerUnusable) return failed(code, message, false)
  if (first instanceof AddressRefused) return failed('HTTP_ADDRESS_REFUSED', message, false)
  if (first instanceof UnusableResult) return failed('RESULT_UNUSABLE', message, false)
  if (/CERT|^ERR_TLS|^ERR_SSL|SELF_SIGNED|UNABLE_TO_/.test(code)) {
    return failed('HTTP_NOT_TRUSTED', `The server’s certificate is not trusted (${code}).`, false)
  }
  return failed(
    'SERVICE_UNREACHABLE',
    `The server could not be reached, or the connection was lost (${code || message}).`,
    true,
  )
}

const failed = (code: string, message: string, retryable: boolean) =>
  ({ kind: 'failed', error: { code, message }, retryable }) as const
