import type { FunctionRequest } from '../ports.ts'
import type { HeldFor } from './hold-back.ts'
import type { FromHost } from './messages.ts'
import type { FunctionSecrets } from './secrets/function-secrets.ts'

/** Settings of a process for suspects, sent as its first message: other users of the machine can read arguments. */
export interface SuspectSettings {
  readonly functionsFolders: readonly string[]
  readonly secrets: FunctionSecrets
  /**
   * How long the thread may not answer: `shared` at first, `alone` for a patient call, unless the step's time limit is
   * longer.
   */
  readonly blockedMs: { readonly shared: number; readonly alone: number }
}

export type ToSuspect =
  | { readonly begin: SuspectSettings }
  | { readonly start: FunctionRequest; readonly isPatient: boolean }
  /** Abort the signal of this attempt. */
  | { readonly cancel: string }
  /** Milliseconds for which the process was stopped: they do not count as silence. */
  | { readonly rested: number }

export type FromSuspect =
  /** The thread is up: from now on an attempt may be to blame for the end of the process. */
  | { readonly up: true }
  /** The thread has blocked for so long that new attempts need another process. */
  | { readonly yields: true }
  /** What a function does that does not return and keeps a processor busy; null while there is none. */
  | { readonly heldFor: HeldFor | null }
  /** `id`: the attempt of the message. */
  | { readonly told: FromHost; readonly id: string | null }
  /** The thread was lost, and the process ends. `calling`: ids of the attempts that may be the reason. */
  | { readonly lost: string; readonly calling: readonly string[] }
