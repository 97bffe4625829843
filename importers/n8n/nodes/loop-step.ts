import type { JsonObject } from '#core/json.ts'
import type { Outline } from '../outline/outline.ts'
import type { Work } from './work.ts'

/** A Loop Over Items as a LOOP, without its body. */
export function loopHead({ node, given, names, say }: Work, { itemName, links }: Outline): JsonObject {
  const size = given.take('batchSize')
  const options = given.at('options')
  if (options.peek('reset') === false) options.ignore('reset')
  const list = names.json([])
  if (list === null) say('kept', 'Which items it goes through is not certain. Set `iterate_over`.')
  else
    say(
      'changed',
      `It goes through the list ${list}, one element after the other. Where the list is a field of it, mend \`iterate_over\`.`,
    )
  if (size !== undefined && size !== 1)
    say('changed', `\`batchSize\`: ${JSON.stringify(size)} items at a time there, one at a time here.`)
  const isClosed = links.before(node.name).length > 1
  if (!isClosed)
    say('changed', 'Nothing leads back to it, so n8n stops after the first batch; here it goes through all items.')
  const item = itemName(node.name)
  return {
    type: 'LOOP',
    mode: 'ITERATE',
    iterate_over: list ?? 'input',
    ...(item !== 'item' && { item_var_name: item }),
  }
}
