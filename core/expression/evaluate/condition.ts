import { describeKind } from './kind.ts'
import { Failure, type Result, type Value } from './value.ts'

/** Lets booleans through; anything else is a failure that names the operator or macro which asked. */
export function condition(value: Result, operator: string): Result<boolean> {
  return value instanceof Failure || typeof value === 'boolean' ? value : notBoolean(operator, value)
}

export function notBoolean(operator: string, value: Value): Failure {
  return new Failure(
    'WRONG_TYPE',
    `\`${operator}\` needs true or false, but this is ${describeKind(value)}. Write a comparison, such as \`… == …\` or \`… != null\`.`,
  )
}
