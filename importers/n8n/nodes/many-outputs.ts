import { snakeCase } from '#core/definition/function-name.ts'
import type { JsonObject } from '#core/json.ts'
import type { Work } from './work.ts'

/**
 * A node of any kind with several outputs: a DECISION looks at a number of the
 * state, which what the node became has to set. Each way is drawn, so that only
 * the conditions are to be mended.
 */
export function chooseByState(
  body: JsonObject,
  outputs: readonly number[],
  { step, say }: Pick<Work, 'step' | 'say'>,
  to: (output: number) => string,
): JsonObject {
  const field = `${snakeCase(step)}_output`
  const named = outputs.map((output) => `\`${output}\` for ${to(output)}`).join(', ')
  const who = body.function === undefined ? 'An earlier step' : `The function ${String(body.function)}`
  say('lost', `Its output could not be determined. ${who} must set state.${field}: ${named}.`)
  const routes = outputs.map((output) => ({ condition: `state.${field} == ${output}`, target: to(output) }))
  return { ...body, type: 'DECISION', routes: [...routes, { default: 'END' }] }
}
