import type { JsonObject } from '#core/json.ts'
import { kindOf, type N8nNode } from '../read-n8n.ts'
import type { Branching } from './choose.ts'
import type { Work } from './work.ts'

export const classifies = (node: N8nNode): boolean => kindOf(node) === 'textClassifier'

/** What a Text Classifier adds to its AI step, and the routes behind it: one for each category. */
export interface Classifier {
  readonly output_schema: JsonObject
  /** The categories as the model reads them. */
  readonly listed: string
  readonly choice: Branching
}

/** The categories of a Text Classifier, in the order of its outputs. */
export function classifierOf({ given, step, say }: Work): Classifier {
  const list = given.at('categories').at('categories')
  const { length } = Array.isArray(list.value) ? list.value : []
  const categories = Array.from({ length }, (_, index) => list.at(index)).map((one) => ({
    name: String(one.take('category')),
    about: one.take('description'),
  }))
  const options = given.at('options')
  const isMulti = options.take('multiClass') === true
  const hasOther = options.take('fallback') === 'other'
  options.ignore('enableAutoFixing')
  const names = [...categories.map(({ name }) => name), ...(hasOther || categories.length === 0 ? [other] : [])]
  const one = { type: 'string', enum: names }
  const key = isMulti ? 'categories' : 'category'
  const answer = `state.answers.${step}.answer.${key}`
  const routes = names.map((name, output) => {
    const quoted = JSON.stringify(name)
    return { condition: isMulti ? `${quoted} in ${answer}` : `${answer} == ${quoted}`, output }
  })
  if (!hasOther) say('changed', 'In n8n a text without a category is discarded; here the model has to choose one.')
  return {
    output_schema: {
      type: 'object',
      required: [key],
      properties: { [key]: isMulti ? { type: 'array', items: one, minItems: 1 } : one },
    },
    listed: categories.map(({ name, about }) => (about === undefined ? `- ${name}` : `- ${name}: ${about}`)).join('\n'),
    choice: { routes, otherwise: null, takesAll: isMulti },
  }
}

const other = 'other'

/** The role of the model: that of the node with its categories, or a plain one. */
export function classifierRole(written: unknown, listed: string): string {
  if (typeof written === 'string' && written.includes('{categories}'))
    return written.replaceAll('{categories}', () => `\n${listed}\n`)
  const plain = `Choose the category of the text:\n${listed}`
  return typeof written === 'string' ? `${written}\n\n${plain}` : plain
}
