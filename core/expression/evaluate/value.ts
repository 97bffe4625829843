import type { Json } from '#core/json.ts'
import type { TextRange } from '../../text-range.ts'
import type { Duration, Timestamp } from './instants.ts'

/**
 * What an expression works with: JSON, where numbers are doubles; whole numbers
 * as `bigint` (literals without a point, sizes); instants and durations. Only
 * JSON ever leaves (see to-json.ts).
 */
export type Value = Json | bigint | Timestamp | Duration | readonly Value[] | ValueMap
export type ValueMap = { readonly [key: string]: Value }

/** Why an expression has no value. The words are codes of a step's error as well. */
export type FailureCode =
  | 'EXPRESSION_INVALID'
  | 'NAME_NOT_FOUND'
  | 'FIELD_NOT_FOUND'
  | 'INDEX_OUT_OF_RANGE'
  | 'WRONG_TYPE'
  | 'INVALID_VALUE'
  | 'DIVISION_BY_ZERO'
  | 'NUMBER_OUT_OF_RANGE'
  | 'CONDITION_NOT_BOOLEAN'
  /** A template that has to give a text puts null, a list or an object into it. */
  | 'TEXT_REQUIRED'
  | 'EXPRESSION_TOO_LARGE'
  | 'EXPRESSION_TOO_LONG'

/**
 * An error as a value. As in CEL, `true || failure` is true and `false && failure`
 * is false; what the bounds refuse (`final`) is not forgiven that way.
 */
export class Failure {
  readonly code: FailureCode
  readonly message: string
  readonly final: boolean
  /** Completes the message, with a leading blank; asked once, for the failure that is the answer, as it may look at all keys. */
  readonly advice: (() => string) | undefined
  range: TextRange | undefined

  constructor(code: FailureCode, message: string, more: { final?: boolean; advice?: () => string } = {}) {
    this.code = code
    this.message = message
    this.final = more.final ?? false
    this.advice = more.advice
  }
}

export type Result<T = Value> = T | Failure
