import type { FunctionRequest } from '../../ports.ts'
import type { ThrottleReason } from '../cpu-throttle/cpu-throttle.ts'
import type { FromHost, SecretReply } from '../threads/messages.ts'

/** Settings of an isolated process, sent as its first message. */
export interface IsolationSettings {
  readonly functionsFolders: readonly string[]
  /**
   * How long the thread may be unresponsive: `shared` at first, `alone` for the last try of an attempt, unless the
   * step's time limit is longer.
   */
  readonly blockedMs: { readonly shared: number; readonly alone: number }
}

/** Messages from the engine to an isolated process. */
export type ToIsolated =
  | { readonly begin: IsolationSettings }
  | { readonly start: FunctionRequest; readonly isLastTry: boolean }
  /** Abort the signal of this attempt. */
  | { readonly cancel: string }
  /** The answer to `secret`. */
  | SecretReply
  /** Milliseconds for which the process was stopped: they do not count as unresponsiveness. */
  | { readonly stopped: number }

/** Messages from an isolated process to the engine. */
export type FromIsolated =
  /** The thread is up: from now on an attempt may be the cause of the end of the process. */
  | { readonly up: true }
  /** The thread has blocked for so long that new attempts need another process. */
  | { readonly draining: true }
  /** What a function does that does not return and keeps a processor busy; null while there is none. */
  | { readonly throttle: ThrottleReason | null }
  /** A function of the attempt `id` asks for a secret. */
  | { readonly secret: string; readonly id: string; readonly question: number }
  /** A message of the thread. `id`: its attempt. */
  | { readonly message: FromHost; readonly id: string | null }
  /** The thread was lost, and the process ends. `culprits`: ids of the attempts that may be the cause. */
  | { readonly lost: string; readonly culprits: readonly string[] }
