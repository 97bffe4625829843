import { describe, expect, it } from 'vitest'
import { evaluate } from '#core/expression/evaluate/evaluate.ts'
import { parseOnce } from '#core/expression/parse/parse-once.ts'
import type { Json } from '#core/json.ts'
import { readSyntax } from './syntax.ts'
import { constantOf, orUsual, type Value } from './value.ts'
import { type Meaning, writeTest, writeValue } from './write.ts'

const values: { readonly [name: string]: Value } = {
  text: { code: 'input.text', type: 'text' },
  other: { code: 'input.other', type: 'text' },
  number: { code: 'input.number', type: 'number' },
  flag: { code: 'input.flag', type: 'boolean' },
  flag2: { code: 'input.flag2', type: 'boolean' },
  any: { code: 'input.any', type: 'any' },
  choice: { code: 'input.choice', type: 'text', choices: ['North', 'south'] },
  maybe: orUsual({ isThere: 'has(input.maybe)', code: 'input.maybe', usual: '' }, 'text'),
  some: orUsual({ isThere: 'has(input.some)', code: 'input.some', usual: 'x' }, 'text'),
  'may-be': orUsual({ isThere: '"may-be" in input', code: 'input["may-be"]', usual: 0 }, 'number'),
}
const meaning: Meaning = ([root, name = '', more]) =>
  root === 'in' && more === undefined ? (values[name] ?? null) : null
const write = (source: string, of = writeValue) => {
  const tree = readSyntax(source)
  return (tree && of(tree, meaning))?.code ?? null
}
const input = { text: 'North', other: '', number: 3, flag: true, flag2: false, any: 1, choice: 'North' }
const result = (source: string, of = writeValue, given: { readonly [key: string]: Json } = input): Json | undefined => {
  const parsed = parseOnce(write(source, of) ?? '')
  if (!parsed.ok) throw new Error(`${source}: ${parsed.message}`)
  const evaluated = evaluate(parsed.expression, { input: given, state: {}, steps: {}, run: {} })
  if (!evaluated.ok) throw new Error(`${source}: ${evaluated.message}`)
  return evaluated.value
}

describe('an expression of GitHub Actions', () => {
  it.each([
    ["in.text == 'north'", true],
    ["in.text != 'NORTH'", false],
    ["in.text == '20'", false],
    ["in.number == '3'", true],
    ["in.number == '03.0'", true],
    ["in.number != 'three'", true],
    ["in.number >= '2.5'", true],
    ["in.number < 'x'", false],
    ['in.number == in.number', true],
    ['in.number > 2 && in.number <= 3', true],
    ['in.flag == true', true],
    ["in.flag == 'true'", false],
    ["in.flag == '1'", true],
    ['in.flag != 0', true],
    ['in.flag == 2', false],
    ['1 == in.flag', true],
    ['in.flag > 0', true],
    ['in.flag == in.flag2', false],
    ['in.flag > in.flag2', true],
    ['in.flag == in.number', false],
    ['in.text == 3', false],
    ['in.text != 3', true],
    ['in.other == 0', true],
    ['in.other == null', true],
    ['in.text == null', false],
    ["in.text < 'o'", true],
    ["'A' < 'b'", true],
    ["'a' <= 'A'", true],
    ["'b' > 'A'", true],
    ['2 >= 3', false],
    ["'0x10' == 16", true],
    ["'x' == 1", false],
    ["null == ''", true],
    ["in.choice == 'North'", true],
    ["in.choice == 'SOUTH'", false],
    ["contains(in.text, 'OR')", true],
    ["startsWith(in.text, 'no') && endsWith(in.text, 'TH')", true],
    ['contains(in.number, 3)', true],
    ["fromJSON('3') == in.number", true],
    ['success() && !cancelled()', true],
    ['failure() || always()', true],
    ["in.text || 'none'", 'North'],
    ["in.other || 'none'", 'none'],
    ["in.other && 'some'", ''],
    ["in.flag && 'yes' || 'no'", 'yes'],
    ["in.flag2 && 'yes' || 'no'", 'no'],
    ["in.text && in.other || 'no'", 'no'],
    ["in.maybe || 'latest'", 'latest'],
    ['!in.maybe', true],
    ['!in.some', false],
    ["in.some || 'y'", 'x'],
    ['in.may-be == 0', true],
    ['!in.may-be', true],
    ["in['text']", 'North'],
    ["true && 'a' || 'b'", 'a'],
    ["'' || 'b'", 'b'],
    ["'it''s'", "it's"],
    ['-1.5e1', -15],
    ['!(in.flag && in.flag2)', true],
    ['in.flag || in.flag2', true],
    ['!!in.flag', true],
    ['null || true', true],
    ["startsWith(null, '')", true],
    ['always() || in.flag2', true],
    ["in.flag && 5 || 'no'", 5],
  ])('%s', (source, expected) => {
    expect(result(source)).toEqual(expected)
  })

  it.each([
    ['in.text', true],
    ['in.other', false],
    ['in.number', true],
    ['in.other || in.number', true],
    ["in.flag && 'x'", true],
    ['!in.number', false],
    ["!(in.text == 'north')", false],
  ])('%s as a condition', (source, expected) => {
    expect(result(source, writeTest)).toBe(expected)
  })

  it('is written as a person would', () => {
    expect(write("in.text == '20'")).toBe('input.text == "20"')
    expect(write("in.choice == 'North'")).toBe('input.choice == "North"')
    expect(write("in.text != 'x'")).toBe('input.text.lowerAscii() != "x"')
    expect(write("in.maybe || 'latest'")).toBe('(has(input.maybe) && input.maybe != "") ? input.maybe : "latest"')
    expect(write('!in.flag')).toBe('!input.flag')
    expect(write('in.number != 2')).toBe('input.number != 2')
    expect(write("in.flag && (in.number > 1 || in.text == '1')")).toBe(
      'input.flag && (input.number > 1 || input.text == "1")',
    )
  })

  it.each([
    '',
    "'",
    'in.any == 1',
    'in.text == in.any',
    'in.any || 1',
    '!in.any',
    'in.any && in.text',
    'in.gone',
    'contains(in.any, 1)',
    "contains(in.gone, 'a')",
    'hashFiles(in.text)',
    "fromJSON('[1]')",
    'fromJSON(in.text)',
    'toJSON(in.text)',
    'always(1)',
    'in.*.text',
    'in[in.text]',
    "in['text'",
    "in['text'].",
    'in[0]',
    'in.text in.other',
    '(in.text',
    'f(in.text',
    'f(,)',
    '==',
    '1 ==',
    '! ',
    'in.text ||',
    'in.text == 1x',
    `${'('.repeat(60)}1${')'.repeat(60)}`,
  ])('is not certain: %s', (source) => {
    expect(write(source)).toBeNull()
  })

  it('where only true or false is asked for it may be as uncertain', () => {
    expect(write('!in.gone', writeTest)).toBeNull()
    expect(write('in.gone && in.flag', writeTest)).toBeNull()
    expect(write('in.flag && in.gone', writeTest)).toBeNull()
    expect(write('in.any', writeTest)).toBeNull()
    expect(constantOf(null)).toMatchObject({ type: 'null' })
  })
})
