import type { Json } from '#core/json.ts'

/** One line of JSON to the child, one back: a script and what became of it. */
export interface ScriptJob {
  readonly code: string
  /** What the script finds under its names. */
  readonly input: Json
  readonly state: Json
  readonly steps: Json
  readonly context: Json
  readonly timeoutMs: number
  readonly memoryBytes: number
  readonly stackBytes: number
  readonly resultBytes: number
  readonly logLines: number
  readonly logBytes: number
}

export type ScriptAnswer = {
  readonly lines: readonly string[]
  /** The sandbox is not to be trusted with another script. */
  readonly spent: boolean
} & ({ readonly result: string } | { readonly problem: ScriptProblem })

export interface ScriptProblem {
  readonly kind: 'invalid' | 'thrown' | 'unusable' | 'too_large' | 'timeout' | 'memory' | 'endless'
  readonly name: string
  readonly message: string
  readonly stack?: string
}
