import type { RE2JS } from 're2js'
import { limits } from '#core/limits.ts'
import { Failure } from './value.ts'

/**
 * The remaining budget of one evaluation. Steps and iterations are counted, not timed, so that an expression ends in
 * the browser and in the engine with equal results on equal data. A step is about one node, 64 characters, or eight
 * elements of a list that is copied or compared.
 */
export class Budget {
  #steps: number = limits.expression.evaluationSteps
  #iterations: number = limits.expression.iterations
  /** Compiled patterns: each is compiled and charged once per evaluation. */
  readonly patterns = new Map<string, RE2JS>()

  /** Charges steps; a failure when none are left. */
  spend(steps: number): Failure | undefined {
    this.#steps -= steps
    if (this.#steps >= 0) return undefined
    return new Failure(
      'EXPRESSION_TOO_LONG',
      'This expression is too expensive for this data. Use a function step, or less data.',
      { final: true },
    )
  }

  iterate(): Failure | undefined {
    if (--this.#iterations >= 0) return undefined
    return new Failure(
      'EXPRESSION_TOO_LONG',
      `This expression iterates over more than ${limits.expression.iterations} elements. Use a function step, or less data.`,
      { final: true },
    )
  }
}

/** The failure for a value that would be too large, raised before the value is created. */
export function tooLarge(bytes: number = limits.expression.outputBytes): Failure {
  return new Failure(
    'EXPRESSION_TOO_LARGE',
    `The result would be larger than ${bytes < 1024 ** 2 ? `${bytes / 1024} kB` : `${bytes / 1024 ** 2} MB`}, the limit for expressions. Pass the parts separately.`,
    { final: true },
  )
}
