import type { Json } from '#core/json.ts'
import type { AttemptOutcome } from '#core/run/command.ts'
import type { StoredFile } from '../../../files/read-file.ts'
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
  /** A file of the run by its id; null where the run has none. */
  readonly fileOf: (id: string) => Promise<StoredFile | null>
}

export type Service = (call: ServiceCall) => Promise<AttemptOutcome>
