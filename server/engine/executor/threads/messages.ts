import type { MessagePort } from 'node:worker_threads'
import type { Json } from '#core/json.ts'
import type { AttemptOutcome } from '#core/run/command.ts'
import type { JsonPath } from '#core/run/payload/payload-ref.ts'
import type { FunctionRequest } from '../../ports.ts'
import type { SecretAnswer } from '../secrets/function-secrets.ts'

/**
 * Messages from the engine to a host thread: arrays of these as one JSON text per turn of the event loop. Text is copied
 * between threads much faster than objects are cloned.
 */
export type ToHost =
  | {
      readonly start: FunctionRequest
      readonly slot: number
      readonly shared?: Shared
      readonly parts?: readonly Part[]
    }
  /** A value that several starts refer to, until it is evicted. */
  | { readonly cache: number; readonly value: Json }
  | { readonly evict: number }
  /** Attempts that were sent before this message and not begun were withdrawn: begin again with the later ones. */
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

/** Messages from a host thread to the engine. */
export type FromHost =
  | { readonly slot: number; readonly outcome: AttemptOutcome }
  | { readonly slot: number; readonly progress: { readonly fraction?: number; readonly note?: string } }
  | { readonly slot: number; readonly log: string }
  | { readonly slot: 0; readonly alive: true }

/** A question of a host thread: the secret for the attempt in a slot. The thread is blocked until the reply. */
export interface SecretQuestion {
  readonly question: number
  readonly slot: number
  readonly name: string
}

export interface SecretReply {
  readonly question: number
  readonly answer: SecretAnswer
}

/** The data with which a host thread starts. */
export interface HostData {
  /** The thread's end of the channel to the engine. */
  readonly port: MessagePort
  readonly functionsFolders: readonly string[]
  /** The thread's end of the channel for secrets. */
  readonly secrets: MessagePort
  /** The control block (`control-block.ts`). */
  readonly control: SharedArrayBuffer
  readonly resultBytes: number
  readonly resultDepth: number
  /** The thread runs isolated attempts, at a lower priority than all others. */
  readonly lowPriority: boolean
  /** Where the thread records which attempt it is calling; absent: nowhere. */
  readonly callNote?: CallRecording | undefined
}

export interface CallRecording {
  /** A file that is open for writing (`call-note.ts`). */
  readonly fd: number
  /**
   * Number of first calls of each function that are recorded, without a record of their return. A write takes longer
   * than a short call, and a function that has returned so often does not end its process at every call. Absent: every
   * call is recorded, and its return too.
   */
  readonly first?: number
}
