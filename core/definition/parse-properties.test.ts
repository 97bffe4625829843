import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '#core/testing/any-text.ts'
import { parse } from './parse.ts'
import { textOf } from './testing/problems-of.ts'

const loan = readFileSync(new URL('./testing/examples/loan-approval.yaml', import.meta.url), 'utf8')

describe('parse is total', () => {
  const seeds = [
    loan,
    textOf(
      '{ name: A, type: LOOP, mode: WHILE, while_condition: "!has(state.a)", max_iterations: 3, loop_body: [{ name: B, type: HTTP, http_config: { url: x } }] }',
    ),
  ]
  const bits = [
    '\n',
    '  ',
    '- ',
    ':',
    ': ',
    '{',
    '}',
    '[',
    ']',
    ',',
    '"',
    "'",
    '|',
    '>',
    '#',
    '&a',
    '*a',
    '!!x',
    '<<',
    '---',
    '...',
    '%',
    '\t',
    '\0',
    '\ufeff',
    '\ud800',
    '{{',
    '}}',
    'null',
    'true',
    '1',
    '.inf',
    '__proto__',
    'steps',
    'name',
    'END',
    'next',
  ]

  const answers = (text: string) => {
    const { definition, layout, problems, source } = parse(text)
    expect(JSON.parse(JSON.stringify({ definition, layout, problems }))).toEqual({ definition, layout, problems })
    for (const { range, fix } of problems) {
      for (const { start, end } of [range, ...(fix ? [fix.range] : [])]) {
        expect(start).toBeGreaterThanOrEqual(0)
        expect(end).toBeGreaterThanOrEqual(start)
        expect(end).toBeLessThanOrEqual(text.length)
      }
    }
    const names = definition?.steps.map(({ name }) => name) ?? []
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(source.stepRange(name)).toBeDefined()
    if (definition === null) expect(problems.some(({ severity }) => severity === 'error')).toBe(true)
  }

  test('over any text', () => {
    fc.assert(fc.property(anyText(200), answers), { numRuns: 300 })
  })

  test('over texts made of the marks of YAML', () => {
    const marks = fc.array(fc.constantFrom(...bits), { maxLength: 60 }).map((list) => list.join(''))
    fc.assert(fc.property(marks, answers), { numRuns: 500 })
  })

  test('over valid texts with pieces cut out and put in', () => {
    const change = fc.record({
      text: fc.constantFrom(...seeds),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      cut: fc.nat(30),
      put: fc.array(fc.constantFrom(...bits), { maxLength: 4 }).map((list) => list.join('')),
    })
    fc.assert(
      fc.property(change, ({ text, at, cut, put }) => {
        const start = Math.floor(at * text.length)
        answers(text.slice(0, start) + put + text.slice(start + cut))
      }),
      { numRuns: 500 },
    )
  })
})
