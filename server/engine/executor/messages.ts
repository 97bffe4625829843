import type { MessagePort } from 'node:worker_threads'
import type { Json } from '#core/json.ts'
import type { AttemptOutcome } from '#core/run/command.ts'
import type { JsonPath } from '#core/run/payload-ref.ts'
import type { FunctionRequest } from '../ports.ts'
import type { FunctionSecrets } from './secrets/function-secrets.ts'

/**
 * What goes between the engine and a function host: arrays of these as one JSON
 * text per turn. Text is copied between threads much faster than objects are cloned.
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
  /** What was sent before this and not begun is somebody else's now: begin again with what comes after it. */
  | { readonly reopen: number }
  /** Abort the attempt's signal. */
  | { readonly cancel: number }
  /** Load this function. */
  | { readonly prepare: string }
  /** Are you there? Answered by `alive`. */
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
 * `begun`: the place that was begun last, or 0. Whoever sends attempts puts a
 * negative number there to take back what was not begun; as long as it is
 * there, the thread begins nothing. `thread`: its number in the system. `said`:
 * how many texts it has sent, so far as an Int32 can count them.
 */
export const words = { calling: 0, begun: 1, thread: 2, said: 3, bytes: 16 } as const

/** What a host is started with. */
export interface HostData {
  /** Its end of the channel to the engine. */
  readonly port: MessagePort
  readonly functionsFolders: readonly string[]
  readonly secrets: FunctionSecrets
  /** Int32s that the engine reads when the thread does not answer: see `words`. */
  readonly words: SharedArrayBuffer
  readonly resultBytes: number
  readonly resultDepth: number
  /** For suspects: it yields the processor to everybody else. */
  readonly yielding: boolean
  /** Where it writes down whose function it is calling; absent: nowhere. */
  readonly callNote?: CallNoting | undefined
}

export interface CallNoting {
  /** A file that is open for writing (`call-note.ts`). */
  readonly fd: number
  /**
   * Absent: every call, and when it has returned, nobody. Else so many first calls of each function, and who was the
   * last: writing takes longer than a short call, and what has come back so often does not end its process at every call.
   */
  readonly first?: number
}
