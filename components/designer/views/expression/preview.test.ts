import { expect, it } from 'vitest'
import type { Definition } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import { completionsAt, expressionOf, findingsOf } from './expression-help.ts'
import { previewOf } from './preview.ts'
import { typesInStep } from './step-types.ts'

const scope = { input: { amount: 40, name: 'Ana' }, state: { list: [1, 2] }, steps: {}, run: {} }
const condition = { form: 'expression', expected: 'boolean' } as const
const template = { form: 'template' } as const

it('an expression is tried with the data at hand', () => {
  expect(previewOf(condition, 'input.amount > 30', scope)).toEqual({ ok: true, text: 'true' })
  expect(previewOf({ form: 'expression' }, 'state.list', scope)).toEqual({ ok: true, text: '[1,2]' })
  expect(previewOf(template, 'Pay {{ input.amount }} for {{ input.name }}', scope)).toEqual({
    ok: true,
    text: 'Pay 40 for Ana',
  })
})

it('why it has no value is said in words', () => {
  expect(previewOf(condition, 'input.amount', scope)).toMatchObject({
    ok: false,
    message: expect.stringMatching(/true or false/),
  })
  expect(previewOf(template, '{{ input.other }}', scope)).toMatchObject({ ok: false })
})

it('there is nothing to try in an empty text, one without braces, and one that cannot be read yet', () => {
  expect(previewOf(condition, ' ', scope)).toBeNull()
  expect(previewOf(template, 'Pay', scope)).toBeNull()
  expect(previewOf(condition, 'input.amount >', scope)).toBeNull()
})

it('secrets stay as they are written, and long values are cut', () => {
  expect(previewOf(template, 'Bearer {{ secrets.KEY }}', scope)).toEqual({ ok: true, text: 'Bearer {{ secrets.KEY }}' })
  const long = { ...scope, input: 'x'.repeat(1_000) }
  expect(previewOf({ form: 'expression' }, 'input', long)).toMatchObject({ ok: true, text: `${'x'.repeat(240)}…` })
})

it('an endless computation ends at its bound', () => {
  const many = { ...scope, input: Array.from({ length: 5_000 }, (_, index) => index) }
  expect(previewOf(condition, 'input.all(a, input.all(b, a + b >= 0))', many)).toMatchObject({ ok: false })
})

it('types are those of the step, found once for each state of the draft', () => {
  const text = `workflow_type: A
input_schema: { type: object, properties: { amount: { type: number } } }
steps: [{ name: Gate, function: a.b, when: input.amount > 1 }]`
  const definition = parse(text).definition as Definition
  const types = typesInStep(definition, 'Gate')
  if (types === null) throw new Error('Nothing is known.')
  expect(typesInStep(definition, 'Gate')).toBe(types)
  expect(typesInStep(definition, 'Nobody')).toBeNull()
  expect(completionsAt(condition, 'input.', 6, types).map(({ label }) => label)).toContain('amount')
  expect(completionsAt(template, 'a {{ input. }}', 11, types).map(({ label }) => label)).toContain('amount')
  expect(expressionOf(template, 'a {{ b }}', 6)).toEqual({ source: ' b ', start: 4 })
  expect(expressionOf(condition, 'a', 1)).toEqual({ source: 'a', start: 0 })
  expect(findingsOf(condition, 'input.amount', types).map(({ code }) => code)).toEqual(['CONDITION_NOT_BOOLEAN'])
  expect(findingsOf(template, '{{ input.amuont }}', types).map(({ range }) => range)).toEqual([{ start: 9, end: 15 }])
  expect(findingsOf(condition, '', types)).toEqual([])
})
