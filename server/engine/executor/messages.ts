import type { MessagePort } from 'node:worker_threads'
import type { Json } from '#core/json.ts'
import type { AttemptOutcome } from '#core/run/command.ts'
import type { JsonPath } from '#core/run/payload/payload-ref.ts'
import type { FunctionRequest } from '../ports.ts'
import type { FunctionSecrets } from './secrets/function-secrets.ts'

/**
 * Messages between the engine and a function host: arrays of these as one JSON text per turn. Text is copied between
 * threads much faster than objects are cloned.
 */
export type ToHost =
  | {
      readonly start: FunctionRequest
      readonly place: number
      readonly shared?: Shared
      readonly parts?: readonly Part[]
    }
  /** A value that several starts refer to, until it is dropped. */
  | { readonly keep: number; readonly value: Json }
  | { readonly drop: number }
  /** Attempts that were sent before this and not begun go to another thread: begin again with the later ones. */
  | { readonly reopen: number }
  /** Abort the attempt's signal. */
  | { readonly cancel: number }
  /** Load this function. */
  | { readonly prepare: string }
  /** Asks for a sign of life, which is `alive`. */
  | { readonly probe: true }

/** A part of a call that was sent before, under this number. */
export type Part = readonly [path: JsonPath, number: number]

/** Input and state of a call, by the numbers under which they were sent before. */
export interface Shared {
  readonly input: number
  readonly state: number
}

export type FromHost =
  | { readonly place: number; readonly outcome: AttemptOutcome }
  | { readonly place: number; readonly progress: { readonly fraction?: number; readonly note?: string } }
  | { readonly place: number; readonly log: string }
  | { readonly place: 0; readonly alive: true }

/**
 * `calling`: the place of the attempt whose function is being called right now, or 0.
 * `begun`: the place that was begun last, or 0. The engine puts a negative number there to take back attempts that were
 * not begun; while that number stands there, the thread begins nothing. `thread`: the thread's number in the system.
 * `said`: the number of texts that the thread has sent, so far as an Int32 can count them.
 */
export const words = { calling: 0, begun: 1, thread: 2, said: 3, bytes: 16 } as const

/** The data with which a host thread starts. */
export interface HostData {
  /** The host's end of the channel to the engine. */
  readonly port: MessagePort
  readonly functionsFolders: readonly string[]
  readonly secrets: FunctionSecrets
  /** Int32s that the engine reads when the thread does not answer: see `words`. */
  readonly words: SharedArrayBuffer
  readonly resultBytes: number
  readonly resultDepth: number
  /** The thread runs suspects, and yields the processor to all others. */
  readonly yielding: boolean
  /** Where the thread notes which attempt it is calling; absent: nowhere. */
  readonly callNote?: CallNoting | undefined
}

export interface CallNoting {
  /** A file that is open for writing (`call-note.ts`). */
  readonly fd: number
  /**
   * Number of first calls of each function that are noted, without a note of their return. A write takes longer than a
   * short call, and a function that has returned so often does not end its process at every call. Absent: every call
   * is noted, and its return too.
   */
  readonly first?: number
}
