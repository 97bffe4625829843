import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#core/json.ts'
import { act, connect, convert, node, start } from '../testing/flows.ts'

const categories = { categories: [{ category: 'Refund', description: 'wants money back' }, { category: 'Praise' }] }

function classified(parameters: JsonObject) {
  const nodes = [
    start,
    node('Sort', 'textClassifier', { inputText: '={{ $json.mail }}', ...parameters }),
    act('A'),
    act('B'),
    act('C'),
  ]
  const { step, notes } = convert(nodes, connect('Start>Sort', 'Sort:0>A', 'Sort:1>B', 'Sort:2>C'))
  const said = notes.filter(({ part }) => part === 'Sort').map(({ fate, message }) => `${fate} ${message}`)
  return { sort: step('Sort') as JsonObject, goes: step('Sort_goes') as JsonObject, step, said }
}

describe('a Text Classifier of n8n', () => {
  it('becomes an AI step whose answer is a category, and a DECISION with a route for each', () => {
    const { sort, goes, said } = classified({ categories, options: { fallback: 'other' } })
    expect(sort).toMatchObject({
      type: 'AI',
      prompt: '{{ input.mail }}',
      system: 'Choose the category of the text:\n- Refund: wants money back\n- Praise',
      output_schema: { required: ['category'], properties: { category: { enum: ['Refund', 'Praise', 'other'] } } },
      next: ['Sort_goes'],
    })
    expect(goes).toMatchObject({
      type: 'DECISION',
      routes: [
        { condition: 'state.answers.Sort.answer.category == "Refund"', target: 'A' },
        { condition: 'state.answers.Sort.answer.category == "Praise"', target: 'B' },
        { condition: 'state.answers.Sort.answer.category == "other"', target: 'C' },
        { target: 'END' },
      ],
    })
    expect(said.filter((text) => text.startsWith('lost'))).toEqual([])
  })

  it('tells that without a category for others the model has to choose one, and what leads nowhere', () => {
    const { said } = classified({ categories, options: { systemPromptTemplate: 'Be quick.' } })
    expect(said.join('\n')).toContain('changed In n8n a text without a category is discarded')
    expect(said.join('\n')).toContain('lost No setting leads to its output 2, which continues to C.')
  })

  it('takes every category of a text that may have several', () => {
    const { sort, step } = classified({ categories, options: { multiClass: true, fallback: 'other' } })
    expect(sort.output_schema).toMatchObject({ properties: { categories: { type: 'array', minItems: 1 } } })
    expect(step('Sort_goes_0')).toMatchObject({
      routes: [{ condition: '"Refund" in state.answers.Sort.answer.categories', target: 'A' }, { target: 'END' }],
    })
  })

  it('keeps its own role, with the categories in their place', () => {
    const role = (systemPromptTemplate: string) =>
      classified({ categories, options: { systemPromptTemplate } }).sort.system
    expect(role('One of {categories}, please.')).toBe('One of \n- Refund: wants money back\n- Praise\n, please.')
    expect(role('Be quick.')).toContain('Be quick.\n\nChoose the category of the text:')
  })

  it('without categories has one for others', () => {
    expect(classified({}).sort.output_schema).toMatchObject({ properties: { category: { enum: ['other'] } } })
  })
})
