import { isJsonList } from '#core/json.ts'
import type { SqlStep } from '../definition.ts'
import type { SourceLocation } from './source-location.ts'

/** Reports expressions within a statement, where data could become SQL, and parameters that do not fit its text. */
export function checkStatement({ statement, parameters }: SqlStep, location: SourceLocation): void {
  if (statement.includes('{{')) {
    const message =
      'A statement has no {{ }}: values could change what it does. Write $1 and add the value to parameters.'
    location.child('statement').error('SQL_EXPRESSION', message)
    return
  }
  const given = isJsonList(parameters) ? parameters.length : 0
  const used = Math.max(0, ...placeholdersIn(statement))
  if (used === given) return
  const message =
    used > given
      ? `The statement uses $${used}, but there ${given === 1 ? 'is 1 parameter' : `are ${given} parameters`}.`
      : `The statement uses ${used === 0 ? 'no parameter' : `parameters up to $${used}`}, but there ${given === 1 ? 'is 1' : `are ${given}`}.`
  location.child(parameters === undefined ? 'statement' : 'parameters').error('SQL_PARAMETERS', message)
}

/** Numbers of the placeholders, without those in texts, names and comments. */
function placeholdersIn(statement: string): readonly number[] {
  const code = statement.replace(
    /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$/g,
    ' ',
  )
  return [...code.matchAll(/\$(\d{1,5})/g)].map(([, number]) => Number(number))
}
