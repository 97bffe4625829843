import { describe, expect, test } from 'vitest'
import { readYaml } from './read-yaml.ts'

/** The largest texts and schemas take seconds on a busy machine. */
const value = (text: string) => readYaml(text).value
const problems = (text: string) =>
  readYaml(text).problems.map(
    ({ code, severity, range }) => `${severity} ${code} @ ${text.slice(range.start, range.end)}`,
  )

describe('what a text says', () => {
  test.each<[string, unknown]>([
    ['a: no', { a: 'no' }],
    ['a: yes\nb: on', { a: 'yes', b: 'on' }],
    ['a: 0o14', { a: 12 }],
    ['a: 14', { a: 14 }],
    ['a: 0xff', { a: 255 }],
    ['a: 1e3', { a: 1000 }],
    ['a: 2024-01-01', { a: '2024-01-01' }],
    ['a: 12:30', { a: '12:30' }],
    ['a: ~\nb: null\nc:', { a: null, b: null, c: null }],
    ['a: "1"', { a: '1' }],
    ['1: a\ntrue: b\n"c d": e', { '1': 'a', true: 'b', 'c d': 'e' }],
    ['a: |\n  b\n  c\n', { a: 'b\nc\n' }],
    ['a: >-\n  b\n  c\n', { a: 'b c' }],
    ['[a, {b: c}, [d]]', ['a', { b: 'c' }, ['d']]],
    ['a: !!str 1\nb: !!int "2"', { a: '1', b: 2 }],
    ['? a\n: b\n', { a: 'b' }],
    ['{ a, b: }', { a: null, b: null }],
    ['\ufeffa: 1', { a: 1 }],
    ['a: 1\r\nb:\r\n  - 2\r\n', { a: 1, b: [2] }],
    ['%YAML 1.1\n---\na: yes\nb: 14\n', { a: 'yes', b: 14 }],
    ['toString: 1\nhasOwnProperty: 2', { toString: 1, hasOwnProperty: 2 }],
    ['', null],
    ['# only this', null],
  ])('%j', (text, expected) => {
    expect(value(text)).toEqual(expected)
    expect(problems(text)).toEqual([])
  })
})

describe('what Heddle does not take of YAML', () => {
  test.each<[string, readonly string[]]>([
    ['a: &x 1\nb: *x', ['error ANCHOR @ 1', 'error ALIAS @ *x']],
    ['a: &x [1]\nb: &y {c: 1}', ['error ANCHOR @ [1]', 'error ANCHOR @ {c: 1}']],
    ['&k a: 1', ['error ANCHOR @ a']],
    ['*x : 1', ['error ALIAS @ *x', 'error KEY_INVALID @ *x']],
    ['<<: {a: 1}', ['error MERGE_KEY @ <<']],
    ['"<<": 1', []],
    ['a: !js/function x', ['error TAG @ x']],
    ['a: !!binary aaaa', ['error TAG @ aaaa']],
    ['a: !!set {b}', ['error TAG @ {b}']],
    ['a: !python/object:os.system []', ['error TAG @ []']],
    ['a: 1\na: 2', ['error KEY_TWICE @ a']],
    ['{a: 1, "a": 2}', ['error KEY_TWICE @ "a"']],
    ['__proto__: 1', ['error NAME_FORBIDDEN @ __proto__']],
    ['a: {constructor: 1, prototype: 2}', ['error NAME_FORBIDDEN @ constructor', 'error NAME_FORBIDDEN @ prototype']],
    ['[a]: 1', ['error KEY_INVALID @ [a]']],
    ['a: {{ b }}', ['error KEY_INVALID @ { b }']],
    [': 1', ['error KEY_INVALID @ ']],
    [
      'a: .inf\nb: -.INF\nc: .nan',
      ['error NUMBER_INVALID @ .inf', 'error NUMBER_INVALID @ -.INF', 'error NUMBER_INVALID @ .nan'],
    ],
    ['a: 1e999', ['error NUMBER_INVALID @ 1e999']],
    ['a: 12345678901234567890', ['warning NUMBER_INEXACT @ 12345678901234567890']],
    ['a: 1e20\nb: 9007199254740991', []],
    ['a: 014', ['warning NUMBER_INEXACT @ 014']],
    ['with: { version: 3.10 }', ['warning NUMBER_INEXACT @ 3.10']],
    ['a: 1e-400', ['warning NUMBER_INEXACT @ 1e-400']],
    ['%YAML 1.1\n---\na: 014\n', ['warning NUMBER_INEXACT @ 014']],
    [`a: ${'x'.repeat(70_000)}`, [`error STRING_TOO_LONG @ ${'x'.repeat(70_000)}`]],
    [`a: ${'é'.repeat(40_000)}`, [`error STRING_TOO_LONG @ ${'é'.repeat(40_000)}`]],
  ])('%.60j', (text, expected) => {
    expect(problems(text)).toEqual(expected)
  })

  test('what is refused is left out, and nothing is polluted', () => {
    expect(value('a: 1\na: 2\n__proto__: {b: 1}\n<<: {c: 1}\nd: *x')).toEqual({ a: 1, d: null })
    expect(({} as { b?: number }).b).toBeUndefined()
  })

  test('many keys take time in proportion, not its square', () => {
    const text = ['a:', ...Array.from({ length: 20_000 }, (_, index) => `  k${index}: 1`)].join('\n')
    expect(Object.keys((value(text) as { a: object }).a)).toHaveLength(20_000)
  })
})

describe('a text whose structure is not certain has no value', () => {
  test.each<[string, string]>([
    ['a: [', 'error YAML_SYNTAX @ '],
    ['a: "b', 'error YAML_SYNTAX @ '],
    ['a:\n\tb: 1', 'error YAML_SYNTAX @ \t'],
    ['a: b: c', 'error YAML_SYNTAX @ b'],
    ['a: 1\n b: 2', 'error YAML_SYNTAX @ 1'],
    ['a: @b', 'error YAML_SYNTAX @ @'],
    ['a: 1\n---\nb: 2', 'error SEVERAL_DOCUMENTS @ '],
    ['['.repeat(900), 'error TEXT_TOO_DEEP @ ['],
  ])('%.20j', (text, problem) => {
    expect(value(text)).toBeUndefined()
    expect(problems(text)[0]).toBe(problem)
  })

  test('the message says what to do', () => {
    const message = (text: string) => readYaml(text).problems[0]?.message
    expect(message('{ "a": 1 }\n}')).toMatch(/^The value ends before this\. Remove this part/)
    expect(message('{ a: 1 } b')).toMatch(/^The value ends before this\./)
    expect(message('a: [')).toBe('A bracket is not closed. Add ] where it ends.')
    expect(message('a: b: c')).toMatch(/^Two keys on one line/)
    expect(message('a: "b')).toBe('Missing closing "quote.')
    expect(message('a: |.')).toBe('Block scalar header includes extra characters: |.')
    expect(message('a: "\\q"')).toMatch(/^An unknown escape in double quotes/)
  })

  test('at most twenty mistakes are listed, one for each place', () => {
    const found = problems('a: ]\n'.repeat(100))
    expect(found).toHaveLength(20)
  })
})

describe('places', () => {
  const location = (text: string, ...path: readonly (string | number)[]) => {
    let node = readYaml(text).node
    for (const key of path) node = typeof key === 'number' ? node?.items?.[key] : node?.entries?.get(key)
    const shown = (range: { start: number; end: number } | undefined) => range && text.slice(range.start, range.end)
    return { value: shown(node?.range), key: shown(node?.keyRange), item: shown(node?.itemRange) }
  }

  test('of scalars, with their quotes and without comments', () => {
    expect(location('a: "b" # c', 'a')).toEqual({ value: '"b"', key: 'a' })
    expect(location('"a": b  # c', 'a')).toEqual({ value: 'b', key: '"a"' })
    expect(location('a:   # c', 'a')).toEqual({ value: '', key: 'a' })
  })

  test('of block scalars, without their last line break', () => {
    expect(location('a: |\n  b\n  c\n\nd: 1', 'a').value).toBe('|\n  b\n  c')
  })

  test('of maps and lists, up to their last value', () => {
    expect(location('a:\n  b: 1 # c\n# d\ne: 2', 'a').value).toBe('b: 1')
    expect(location('a:\n  - b\n  - c: |\n      d\n\n# e\nf: 1', 'a').value).toBe('- b\n  - c: |\n      d')
    expect(location('a: { b: 1 } # c', 'a').value).toBe('{ b: 1 }')
    expect(location('a: [ 1 ] # c', 'a').value).toBe('[ 1 ]')
    expect(location('a: {}\nb: []', 'a').value).toBe('{}')
  })

  test('of items, with their dash', () => {
    expect(location('- a: 1\n  b: 2\n-\n- c', 0).item).toBe('- a: 1\n  b: 2')
    expect(location('- a: 1\n  b: 2\n-\n- c', 1).item).toBe('-')
    expect(location('[ a, b ]', 1)).toEqual({ value: 'b', item: 'b' })
  })
})
