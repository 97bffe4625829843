import type { FunctionRequest } from '../ports.ts'
import type { HeldFor } from './hold-back.ts'
import type { FromHost } from './messages.ts'
import type { FunctionSecrets } from './secrets/function-secrets.ts'

/** What a process for suspects is started with, as its first message: other users of the machine can read arguments. */
export interface SuspectSettings {
  readonly functionsFolders: readonly string[]
  readonly secrets: FunctionSecrets
  /** How long its thread may not answer: at first, and when a step in it is waited for patiently, unless that may take longer. */
  readonly blockedMs: { readonly shared: number; readonly alone: number }
}

export type ToSuspect =
  | { readonly begin: SuspectSettings }
  | { readonly start: FunctionRequest; readonly isPatient: boolean }
  /** Abort the signal of this attempt. */
  | { readonly cancel: string }
  /** For so many milliseconds it was stopped: they are held against nobody. */
  | { readonly rested: number }

export type FromSuspect =
  /** Its thread is up: from now on it may be to blame for what becomes of it. */
  | { readonly up: true }
  /** From now on its thread gets the processor when nobody else wants it. */
  | { readonly yields: true }
  /** Whether a function has it that does not return and keeps a processor busy, and what that does. */
  | { readonly heldFor: HeldFor | null }
  /** `id`: of the attempt that it is about. */
  | { readonly told: FromHost; readonly id: string | null }
  /** Its thread was lost, and the process ends. `calling`: ids of those that may be the reason. */
  | { readonly lost: string; readonly calling: readonly string[] }
