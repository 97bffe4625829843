import type { RE2JS } from 're2js'
import { limits } from '#core/limits.ts'
import { Failure } from './value.ts'

/**
 * What one evaluation may still spend. Steps and iterations are counted, never
 * timed, so that the same expression on the same data ends the same way in the
 * browser and in the engine. A step is about one node, or 64 characters, or
 * eight elements of a list that is copied or compared.
 */
export class Budget {
  #steps: number = limits.expression.evaluationSteps
  #iterations: number = limits.expression.iterations
  /** Patterns are compiled once in an evaluation, and paid for then. */
  readonly patterns = new Map<string, RE2JS>()

  /** Takes steps off; a failure when none are left. */
  spend(steps: number): Failure | undefined {
    this.#steps -= steps
    if (this.#steps >= 0) return undefined
    return new Failure(
      'EXPRESSION_TOO_LONG',
      'This expression takes too many steps for the data it was given. Do the work in a step function, or on less data.',
      { final: true },
    )
  }

  iterate(): Failure | undefined {
    if (--this.#iterations >= 0) return undefined
    return new Failure(
      'EXPRESSION_TOO_LONG',
      `This expression goes over more than ${limits.expression.iterations} elements. Do the work in a step function, or on less data.`,
      { final: true },
    )
  }
}

/** Refused before it is made. */
export function tooLarge(bytes: number = limits.expression.outputBytes): Failure {
  return new Failure(
    'EXPRESSION_TOO_LARGE',
    `This would be larger than the ${bytes < 1024 ** 2 ? `${bytes / 1024} kB` : `${bytes / 1024 ** 2} MB`} that an expression may make. Pass the parts on by themselves.`,
    { final: true },
  )
}
