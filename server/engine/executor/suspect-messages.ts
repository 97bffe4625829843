import type { FunctionRequest } from '../ports.ts'
import type { FromHost } from './messages.ts'

/** What the process of a suspect is started with, as the JSON of its one argument. */
export interface SuspectSettings {
  readonly functionsFolders: readonly string[]
  /** How long its thread may not answer, unless its step may take longer. */
  readonly blockedMs: number
}

export type ToSuspect =
  | { readonly start: FunctionRequest }
  /** Abort the attempt's signal; the process ends after a grace period, whatever the function does. */
  | { readonly cancel: string }

export type FromSuspect =
  /** Its thread is up: from now on it is to blame for what becomes of it. */
  | { readonly up: true }
  | { readonly told: FromHost }
  /** Its thread was lost, and the process ends. */
  | { readonly lost: string }
