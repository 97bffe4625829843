import type { Definition } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'

/**
 * The work for an engine, as plain data: it can be printed, sent, reduced and repeated. The player chooses the order of
 * simultaneous happenings. The reference says which results are allowed.
 */
export interface SimulatedWork {
  /** The first definition is the one that people start; it starts the others. */
  readonly definitions: readonly Definition[]
  /** The behaviour of functions, by name. */
  readonly functions: { readonly [name: string]: FunctionScript }
  readonly starts: readonly SimulatedStart[]
  /** Acts in order of time. */
  readonly acts: readonly Act[]
}

export interface FunctionScript {
  readonly takesMs: number
  /** The number of attempts of each visit that fail before one succeeds; null: all fail. */
  readonly failures: number | null
  readonly code: string
  readonly retryable: boolean
  /** The output of a successful call. */
  readonly says: 'own' | 'nothing' | 'list'
}

/** A repeated `key` names the same run. */
export interface SimulatedStart {
  readonly atMs: number
  readonly key: string
  readonly input: Json
}

/** An act of a person. Decisions go to every open task; the other acts concern the most recently started run. */
export type Act = { readonly atMs: number } & (
  | { readonly kind: 'decide'; readonly answer: 'right' | 'wrong'; readonly times: 1 | 2 }
  | { readonly kind: 'decide_late' | 'pause' | 'resume' | 'retry' | 'rollback' | 'acknowledge' }
  | { readonly kind: 'retry_from'; readonly step: number }
  | { readonly kind: 'cancel'; readonly compensate: boolean }
)

export const answers = { right: { approved: true }, wrong: { approved: 'perhaps' } } as const
