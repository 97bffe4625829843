import type { Json } from '#core/json.ts'
import type { AttemptOutcome } from '#core/run/command.ts'
import type { OpenedConnection } from '../../../secrets/connections/opened-connection.ts'
import type { SocketGuard } from '../connections/guarded-socket.ts'

/** What a service is asked, with the connection opened. */
export interface ServiceCall {
  readonly connection: OpenedConnection
  readonly request: Readonly<Record<string, Json | undefined>>
  /** The idempotency key of the step. */
  readonly key: string
  readonly timeoutMs: number
  readonly guard: SocketGuard
  /** Aborts with the time limit or when the step is cancelled. */
  readonly signal: AbortSignal
}

export type Service = (call: ServiceCall) => Promise<AttemptOutcome>
