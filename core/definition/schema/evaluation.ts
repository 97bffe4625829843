import type { Json, JsonSchema } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { compilePattern, type Pattern } from './pattern.ts'
import { anchorsOf, resolveReference } from './reference.ts'

export interface SchemaError {
  /** Keys and indexes joined by dots; empty for the value itself. */
  readonly path: string
  /** A sentence for the person who gave the value. */
  readonly message: string
}

/** Properties and items that some keyword has evaluated, which the `unevaluated…` keywords therefore skip. */
export interface Seen {
  readonly keys: Set<string>
  readonly items: Set<number>
}

/** The budget of a check over the whole value: steps, and levels of nested schemas. */
export interface Spending {
  steps: number
  nesting: number
}

/**
 * One check of a value against a schema: its position, errors and remaining budget. A part that is only tried (`anyOf`,
 * `not`, `if`) runs in an evaluation of its own, which shares everything but the errors.
 */
export class Evaluation {
  readonly errors: SchemaError[] = []
  readonly root: JsonSchema
  readonly spending: Spending
  readonly #anchors: ReadonlyMap<string, Json>
  readonly #patterns: Map<string, Pattern | null>
  readonly #references: Map<string, Json | undefined>

  constructor(root: JsonSchema, from?: Evaluation) {
    this.root = root
    this.spending = from?.spending ?? { steps: limits.schema.steps, nesting: 0 }
    this.#anchors = from === undefined ? anchorsOf(root) : from.#anchors
    this.#patterns = from === undefined ? new Map() : from.#patterns
    this.#references = from === undefined ? new Map() : from.#references
  }

  trial(): Evaluation {
    return new Evaluation(this.root, this)
  }

  fail(path: string, message: string): void {
    if (this.errors.length < limits.schema.errors) this.errors.push({ path, message })
  }

  /** Spends part of the budget. False when it is used up: the caller stops, and the check as a whole has failed. */
  spend(steps: number): boolean {
    this.spending.steps -= steps
    return !this.isExhausted
  }

  get isExhausted(): boolean {
    return this.spending.steps < 0
  }

  resolve(reference: string): Json | undefined {
    if (!this.#references.has(reference)) {
      this.#references.set(reference, resolveReference(this.root, reference, this.#anchors))
    }
    return this.#references.get(reference)
  }

  /** Does a text match an author's pattern? A pattern that cannot be compiled matches nothing. */
  matches(source: string, text: string): boolean {
    let pattern = this.#patterns.get(source)
    if (pattern === undefined) {
      pattern = this.spend(source.length) ? compilePattern(source) : null
      this.#patterns.set(source, pattern)
    }
    if (pattern === null || !this.spend(1 + (text.length * pattern.size) / 64)) return false
    return pattern.test(text)
  }
}

export function within(path: string, key: string | number): string {
  return path === '' ? String(key) : `${path}.${key}`
}
