import type { Definition } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'

/**
 * Something for an engine to do, as plain data: it can be printed, sent, made
 * smaller and done again. Whoever plays it says in which order things that
 * happen at once take place; what may come of it says the reference.
 */
export interface SimulatedWork {
  /** The first is the one that people start; the others are started by it. */
  readonly definitions: readonly Definition[]
  /** What functions do, by name. */
  readonly functions: { readonly [name: string]: FunctionScript }
  readonly starts: readonly SimulatedStart[]
  /** In order of time. */
  readonly acts: readonly Act[]
}

export interface FunctionScript {
  readonly takesMs: number
  /** So many attempts of each visit fail before one ends well; null: all do. */
  readonly failures: number | null
  readonly code: string
  readonly retryable: boolean
  /** What it says when it ends well. */
  readonly says: 'own' | 'nothing' | 'list'
}

/** The same `key` again is the same run. */
export interface SimulatedStart {
  readonly atMs: number
  readonly key: string
  readonly input: Json
}

/** What a person does. Who decides does so wherever somebody is asked; the rest is about the run that was started last. */
export type Act = { readonly atMs: number } & (
  | { readonly kind: 'decide'; readonly answer: 'right' | 'wrong'; readonly times: 1 | 2 }
  | { readonly kind: 'decide_late' | 'pause' | 'resume' | 'retry' | 'rollback' | 'acknowledge' }
  | { readonly kind: 'retry_from'; readonly step: number }
  | { readonly kind: 'cancel'; readonly compensate: boolean }
)

export const answers = { right: { approved: true }, wrong: { approved: 'perhaps' } } as const
