import type { Definition } from '../../definition.ts'
import type { Problem } from '../../problem.ts'
import type { SourceIndex } from '../../text/source-index.ts'
import { variableUses } from '../../variables.ts'
import { rangeOf } from './each-step.ts'

/** Warnings for variables that do not exist: an expression that reads one fails. */
export function checkVariables(
  definition: Definition,
  known: ReadonlySet<string> | undefined,
  source: SourceIndex,
): readonly Problem[] {
  if (!known) return []
  return variableUses(definition).flatMap(({ name, path }): readonly Problem[] => {
    if (known.has(name)) return []
    const message = `There is no variable ${name}. Add it in the settings, under Variables. An expression that reads it fails.`
    const range = rangeOf(source, path, '')
    return [{ code: 'VARIABLE_UNKNOWN', message, severity: 'warning', path, range }]
  })
}
