import { checkExpression } from '../../expression/check/check-expression.ts'
import type { Definition } from '../definition.ts'
import type { SourceLocation } from '../read/source-location.ts'
import { typesBeforeSteps } from './check-envelope.ts'
import { reportExpression } from './report-expression.ts'

/** The expression of the key: it is evaluated before the first step, from the input. */
export function checkConcurrency(
  { concurrency, input_schema }: Pick<Definition, 'concurrency' | 'input_schema'>,
  root: SourceLocation,
): void {
  const key = concurrency?.key
  if (key === undefined || key.trim() === '') return
  const at = root.child('concurrency').child('key')
  for (const problem of checkExpression(key, typesBeforeSteps(input_schema), 'key')) reportExpression(problem, key, at)
}
