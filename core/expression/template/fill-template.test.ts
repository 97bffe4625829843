import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '#core/json.ts'
import { parseExpression } from '../parse/parse-expression.ts'
import { fillTemplate, secretName } from './fill-template.ts'
import { renderTemplate } from './template.ts'

const leave = (source: string) => secretName(source) !== null
const rendered = (template: Json, input: Json): Json => {
  const result = renderTemplate(template, { input, state: {}, steps: {}, run: {} }, parseExpression, { leave })
  if (!result.ok) throw new Error(result.message)
  return result.value
}
const filled = (template: Json, input: Json): Json =>
  fillTemplate(rendered(template, input), (source) => `<${secretName(source)}>`)

test('a reference to a secret is left where the author wrote it', () => {
  expect(rendered({ a: ['Bearer {{ secrets.KEY }}'], n: 1 }, null)).toEqual({ a: ['Bearer {{ secrets.KEY }}'], n: 1 })
  expect(filled({ a: ['Bearer {{ secrets.KEY }}'], n: 1, b: null }, null)).toEqual({
    a: ['Bearer <KEY>'],
    n: 1,
    b: null,
  })
})

test.each<[string, Json]>([
  ['{{ input }}', '{{ secrets.KEY }}'],
  ['{{ input }}', { deep: ['{{ secrets.KEY }}', 1, null] }],
  ['x {{ input }} y', '{{ secrets.KEY }}'],
  ['{{ input.a }}{{ input.b }}', { a: '{', b: '{ secrets.KEY }}' }],
  ['{{ input }}{ secrets.KEY }}', '{'],
  ['{{ input }}', '{{"{{"}} secrets.KEY }}'],
])('data that looks like a reference stays data: %s', (template, input) => {
  const result = JSON.stringify(filled(template, input))
  expect(result).not.toContain('<KEY>')
})

test('whatever the data is, it comes out as it went in, beside the secret', () => {
  const text = fc.string({ unit: fc.constantFrom('{', '}', '"', ' ', 's', '{{ secrets.KEY }}') })
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(filled('{{ input.a }}{{ secrets.KEY }}{{ input.b }}', { a, b })).toBe(`${a}<KEY>${b}`)
      expect(filled('{{ input }}', { a: [b] })).toEqual({ a: [b] })
    }),
  )
})

test('what stands before a value can be seen when it is written and when it is filled in', () => {
  const write = (value: string, before: string) => (before.endsWith('?') ? encodeURIComponent(value) : value)
  const scope = { input: 'a b', state: {}, steps: {}, run: {} }
  expect(renderTemplate('{{ input }}?{{ input }}', scope, parseExpression, { write })).toEqual({
    ok: true,
    value: 'a b?a%20b',
  })
  expect(fillTemplate('ab{{ secrets.A }}', (_, before) => before.toUpperCase())).toBe('abAB')
})

test('a text that is no template is left alone', () => {
  expect(fillTemplate('a {{ never closed', () => '!')).toBe('a {{ never closed')
})

test.each([
  ['secrets.KEY', 'KEY'],
  [' secrets.key_2 ', 'key_2'],
  ['secrets.KEY + ""', null],
  ['secrets', null],
  ['secrets.2', null],
  ['state.secrets.KEY', null],
])('the secret of %s is %s', (source, name) => {
  expect(secretName(source)).toBe(name)
})
