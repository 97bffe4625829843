import type { TextRange } from '../../text-range.ts'

/**
 * The reason why a source is no expression of Heddle, as a sentence with its range. Thrown during parsing;
 * parseExpression turns it into a value.
 */
export class NotAllowed {
  readonly message: string
  readonly range: TextRange

  constructor(message: string, { start, end }: TextRange) {
    this.message = message
    this.range = { start, end }
  }
}
