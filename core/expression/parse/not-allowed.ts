import type { TextRange } from '../../text-range.ts'

/** Why a source is no expression of Heddle, as a sentence at its place. Thrown while reading; parseExpression makes it a value. */
export class NotAllowed {
  readonly message: string
  readonly range: TextRange

  constructor(message: string, { start, end }: TextRange) {
    this.message = message
    this.range = { start, end }
  }
}
