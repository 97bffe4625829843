import type { JsonObject } from '#core/json.ts'
import type { Outline } from '../outline/outline.ts'
import type { Work } from './work.ts'

/** A Loop Over Items as a LOOP, without its body. */
export function loopHead({ node, given, names, say }: Work, { itemName, links }: Outline): JsonObject {
  const size = given.take('batchSize')
  const options = given.at('options')
  if (options.peek('reset') === false) options.ignore('reset')
  const list = names.json([])
  if (list === null) say('kept', 'Its items could not be determined. Set `iterate_over`.')
  else say('changed', `It iterates over the list ${list}. If the list is a field of it, fix \`iterate_over\`.`)
  if (size !== undefined && size !== 1)
    say('changed', `\`batchSize\`: n8n processes ${JSON.stringify(size)} items at a time, Heddle one.`)
  const isClosed = links.before(node.name).length > 1
  if (!isClosed)
    say('changed', 'Nothing leads back to it, so n8n stops after the first batch; here it iterates over all items.')
  const item = itemName(node.name)
  return {
    type: 'LOOP',
    mode: 'ITERATE',
    iterate_over: list ?? 'input',
    ...(item !== 'item' && { item_var_name: item }),
  }
}
