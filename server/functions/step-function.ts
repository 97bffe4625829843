import type { JsonSchema } from '#core/json.ts'

export interface StepFunction {
  /** `orders.validate` */
  readonly name: string
  /** The path below the folder that contains the functions folder, for people. */
  readonly file: string
  /** The whole path, for a link that opens the file in an editor. */
  readonly path: string
  readonly line: number
  readonly doc: string | null
  readonly signature: string
  readonly parameters: readonly FunctionParameter[]
  /** The return type as it is written, and what the comment says about it. */
  readonly returns: string | null
  readonly returnsDoc: string | null
  /** The state that the function reads and the result it returns, as far as its source tells. */
  readonly reads: JsonSchema | null
  readonly result: JsonSchema | null
}

export interface FunctionParameter {
  readonly name: string
  readonly type: string | null
  readonly doc: string | null
}
