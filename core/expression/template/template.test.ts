import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { parseExpression } from '../parse/parse-expression.ts'
import { tokenize, tokensOf } from '../parse/tokenize.ts'
import { renderTemplate, templateExpressions } from './template.ts'
import { templateParts } from './template-parts.ts'

const scope = {
  input: { amount: 1200, customer: 'Ana', items: [1, 2], text: '{{ 7 * 7 }}', none: null },
  state: { ok: true },
  steps: {},
  run: {},
}

function renders(template: Json, value: Json): void {
  expect({ template, ...renderTemplate(template, scope) }).toEqual({ template, ok: true, value })
}

test('a string that is one expression becomes its value, of any type', () => {
  renders('{{ input.items }}', [1, 2])
  renders('{{input.amount}}', 1200)
  renders('{{ state.ok }}', true)
  renders('{{ input.none }}', null)
  renders('{{ {"a": {"b": 1}} }}', { a: { b: 1 } })
  renders('{{ {"a": {"b": 1}}}}', { a: { b: 1 } })
})

test('within other text strings stay bare, the rest is written as JSON (ASVS 1.2.3)', () => {
  renders('Loan of {{ input.amount }} for {{ input.customer }}', 'Loan of 1200 for Ana')
  renders(' {{ input.amount }}', ' 1200')
  renders('{{ 1.0 }}{{ 2.50 }}', '12.5')
  renders('{{ input.items }}!', '[1,2]!')
  renders('{{ {"a": null} }}.', '{"a":null}.')
  renders('{{ input.none }} {{ state.ok }}', 'null true')
})

test('strings at any depth, keys never', () => {
  renders({ a: ['{{ 1 }}', { b: 'x{{ 2 }}' }], '{{ 3 }}': 4, n: null }, { a: [1, { b: 'x2' }], '{{ 3 }}': 4, n: null })
  renders('plain } {', 'plain } {')
  renders('', '')
  renders(5, 5)
})

test('braces and quotes within an expression belong to it', () => {
  renders('{{ "}}" }}', '}}')
  renders('{{ "{{" }}-', '{{-')
  renders("{{ '}}' + \"'}}\" }}", "}}'}}")
})

test('what is put in is data and is not evaluated again (ASVS 1.1.1, 1.3.7)', () => {
  renders('{{ input.text }}', '{{ 7 * 7 }}')
  renders('<{{ input.text }}>', '<{{ 7 * 7 }}>')
})

test('keys that would change a prototype stay keys (ASVS 15.3.6)', () => {
  const template = JSON.parse('{"__proto__": "{{ 1 }}"}') as Json
  const result = renderTemplate(template, scope)
  expect(result.ok && Object.keys(result.value as object)).toEqual(['__proto__'])
})

test('what fails fails the whole, with a code and a sentence', () => {
  const fails = (template: Json, code: string) =>
    expect(renderTemplate(template, scope)).toMatchObject({ ok: false, code })
  fails('{{ input.nope }}', 'FIELD_NOT_FOUND')
  fails('a {{ nope }} b', 'NAME_NOT_FOUND')
  fails(['{{ 1 + }}'], 'EXPRESSION_INVALID')
  fails({ a: '{{ 1' }, 'EXPRESSION_INVALID')
  fails('{{ 1 } }', 'EXPRESSION_INVALID')
  fails('{{ secrets.TOKEN }}', 'NAME_NOT_FOUND')
  fails('{{ }}', 'EXPRESSION_INVALID')
})

test('what is put in is bounded in all', () => {
  const big = { ...scope, input: 'x'.repeat(60_000) }
  const count = Math.ceil(limits.run.resultBytes / 60_000)
  expect(renderTemplate(Array(count - 1).fill('{{ input }}'), big)).toMatchObject({ ok: true })
  expect(renderTemplate(Array(count).fill('{{ input }}'), big)).toMatchObject({
    ok: false,
    code: 'EXPRESSION_TOO_LARGE',
  })
  expect(renderTemplate('{{ input }} '.repeat(count), big)).toMatchObject({ ok: false, code: 'EXPRESSION_TOO_LARGE' })
  const deep = (levels: number): Json => (levels === 0 ? 'x' : [deep(levels - 1)])
  expect(renderTemplate(deep(100), scope)).toMatchObject({ ok: false, code: 'EXPRESSION_TOO_LARGE' })
})

test('a value that is passed on as it is may be larger than what an expression may make', () => {
  const list = Array(9_000).fill('an element')
  const large = { ...scope, input: list }
  expect(renderTemplate('{{ input }}', large)).toEqual({ ok: true, value: list })
  expect(renderTemplate('so: {{ input }}', large)).toMatchObject({ ok: false, code: 'EXPRESSION_TOO_LARGE' })
  const tooLong = renderTemplate('{{ input }}', { ...scope, input: Array(90).fill(list) })
  expect(tooLong).toMatchObject({ ok: false, message: expect.stringContaining('10 MB') })
})

test('a parser that remembers may be given', () => {
  const parse = vi.fn(parseExpression)
  expect(renderTemplate('{{ 1 }}', scope, parse)).toEqual({ ok: true, value: 1 })
  expect(parse).toHaveBeenCalledWith(' 1 ')
})

test('expressions are found with their place', () => {
  expect(templateExpressions({ a: ['x {{ b }}{{c}}', 5, null, 'plain'], d: { e: '{{ f }}', g: '{{ h' } })).toEqual([
    { source: ' b ', offset: 4, path: ['a', 0] },
    { source: 'c', offset: 11, path: ['a', 0] },
    { source: ' f ', offset: 2, path: ['d', 'e'] },
  ])
  let deep: Json = '{{ 1 }}'
  for (let level = 0; level < 1_000; level++) deep = [deep]
  expect(templateExpressions(deep)).toHaveLength(1)
})

test('the parts of a string are the whole string', () => {
  const piece = fc.constantFrom('{{', '}}', '{', '}', ' a ', '"', "'", '1', '\n')
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('')
      let rebuilt = ''
      for (const part of templateParts(text)) {
        if (part.kind === 'text') rebuilt += part.text
        if (part.kind === 'expression') rebuilt += `{{${part.source}}}`
        if (part.kind === 'unclosed') rebuilt += text.slice(part.offset)
      }
      expect(rebuilt).toBe(text)
    }),
  )
})

test('an expression is read as far as its braces, and ends where it would if all behind them were read', () => {
  const piece = fc.constantFrom('{{', '}}', '{', '}', ' a ', '"', "'", "'''", 'r"', '\\', '// ', '1', '\n')
  const endIn = (rest: string) => {
    let open = 0
    for (const { text, start } of tokenize(rest)) {
      if (text === '{') open++
      else if (text === '}' && open-- === 0) return rest[start + 1] === '}' ? start : undefined
    }
    return undefined
  }
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('')
      for (const part of templateParts(text)) {
        if (part.kind === 'expression') expect(endIn(text.slice(part.offset))).toBe(part.source.length)
        if (part.kind === 'unclosed') expect(endIn(text.slice(part.offset + 2))).toBe(undefined)
      }
    }),
  )
  const words = tokensOf(`1 }} ${'a '.repeat(1_000)}`)
  expect([words.next().value?.text, words.next().value?.text]).toEqual(['1', '}'])
})
