import { snakeCase } from '#core/definition/function-name.ts'
import type { JsonObject } from '#core/json.ts'
import { toTemplate } from '../expression/translate.ts'
import { kindOf } from '../read-n8n.ts'
import type { Convert } from './work.ts'

/** A call of a function that the author has to write; its arguments are the parameters of the node. */
export const callOfFunction: Convert = (work) => {
  const { node, given, names } = work
  const name = `n8n.${snakeCase(kindOf(node)).replace(/\W+/g, '_')}`
  const written = work.take(toTemplate(node.parameters, names)) as JsonObject
  given.settle(...Object.keys(node.parameters))
  work.say('lost', `Heddle has no such step. It calls the function ${name}, which you need to write.`, {
    isProblem: true,
  })
  return { function: name, ...(Object.keys(written).length > 0 && { with: written }) }
}
