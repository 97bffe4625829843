import type { JsonSchema } from '#core/json.ts'

export interface StepFunction {
  /** `orders.validate` */
  readonly name: string
  readonly file: string
  readonly line: number
  readonly doc: string | null
  readonly signature: string
  readonly parameters: readonly FunctionParameter[]
  /** The return type as it is written, and what the comment says about it. */
  readonly returns: string | null
  readonly returnsDoc: string | null
  /** What it reads of the state and what it gives, as far as the source of its file says so. */
  readonly reads: JsonSchema | null
  readonly result: JsonSchema | null
}

export interface FunctionParameter {
  readonly name: string
  readonly type: string | null
  readonly doc: string | null
}
