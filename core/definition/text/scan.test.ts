import { describe, expect, test } from 'vitest'
import { limits } from '#core/limits.ts'
import { parse } from '../parse.ts'
import { jsonDepthExceeds, scanText } from './scan.ts'

const code = (text: string) => scanText(text)?.code ?? null

describe('a text that would exhaust the parser is refused before it', () => {
  test.each([
    ['900 brackets', '['.repeat(900)],
    ['50,000 brackets', '['.repeat(50_000)],
    ['50,000 maps in maps', '{a: '.repeat(50_000)],
    ['lists on one line', '- '.repeat(50_000)],
    ['explicit keys on one line', '? '.repeat(50_000)],
    ['empty keys on one line', ': '.repeat(50_000)],
    ['keys on one line', 'a: '.repeat(50_000)],
    ['keys without commas in a map', `{${'a: '.repeat(50_000)}`],
    ['keys without commas in a list', `[${'a: '.repeat(50_000)}`],
    ['maps by indentation', Array.from({ length: 700 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')],
    ['lists and maps by indentation', Array.from({ length: 100 }, (_, level) => `${' '.repeat(level)}- a:`).join('\n')],
  ])('%s', (_, text) => {
    expect(code(text)).toBe('TEXT_TOO_DEEP')
  })

  test.each([900, 50_000])('%i brackets, a hundred times in one process', (count) => {
    const text = '['.repeat(count)
    for (let time = 0; time < 100; time += 1) expect(parse(text).problems).toHaveLength(1)
  })

  const many = (count: number, item: (index: number) => string) => Array.from({ length: count }, (_, at) => item(at))
  const { topLevelKeys, topLevelItems, refusedMarks } = limits.definition
  test.each([
    ['250,000 commas', '['.padEnd(250_000, ',')],
    ['31,000 commas within a step', `steps: [${','.repeat(31_000)}`],
    ['commas with blanks and comments between them', `a: [1${', #\n  '.repeat(refusedMarks + 3)}]`],
    ['30,000 anchors', many(30_000, (at) => `&a${at} x`).join('\n')],
    ['250,000 brackets that close nothing', '}'.repeat(250_000)],
    ['aliases', `a: [${many(refusedMarks + 1, () => '*a').join(', ')}]`],
    ['tags', many(refusedMarks + 1, () => 'a: !x b').join('\n')],
    ['40,000 keys', many(40_000, (at) => `key_${at}: 1`).join('\n')],
    ['3,300 short keys', many(3_300, (at) => `k${at}: 1`).join('\n')],
    ['one key too many', many(topLevelKeys + 1, (at) => `k${at}: 1`).join('\n')],
    ['keys in brackets', `\ufeff # all\n{${many(topLevelItems + 2, (at) => `k${at}: 1`).join(',')}}`],
    ['a list', many(topLevelItems + 1, () => '- a\n').join('')],
  ])('%s', (_, text) => {
    expect(code(text)).toBe('TOO_MANY_ENTRIES')
    expect(parse(text).problems).toHaveLength(1)
  })

  test.each([
    ['as many anchors as are told of', `a: [${many(refusedMarks, () => '&a 1').join(', ')}]`],
    ['as many keys as there may be, and comments', `# c\n${many(topLevelKeys, (at) => `k${at}: 1\n# c`).join('\n')}`],
    ['steps in the first column', `steps:\n${'- a\n'.repeat(topLevelItems + 1)}`],
    ['lists in brackets that a value is', `a: [${many(topLevelItems + 5, (at) => `${at}`).join(',')},]`],
    ['lists in brackets of a text in brackets', `{a: [[${many(topLevelItems + 5, () => '1').join(',')}]]}`],
    ['closed brackets that were never opened', 'a: ]]\nb: [1]'],
    ['texts that look like it', `a: |\n${many(refusedMarks + 5, () => '  &a *b !c ,,\n').join('')}`],
  ])('not %s', (_, text) => {
    expect(code(text)).toBeNull()
  })

  test('more than 512 kB, by bytes and not by characters', () => {
    expect(code('a'.repeat(limits.definition.textBytes))).toBeNull()
    expect(code('a'.repeat(limits.definition.textBytes + 1))).toBe('TEXT_TOO_LARGE')
    expect(code('é'.repeat(limits.definition.textBytes / 2 + 1))).toBe('TEXT_TOO_LARGE')
  })

  test('the problem says where the text becomes too deep', () => {
    const text = `steps:\n  - a: ${'['.repeat(80)}`
    const range = scanText(text)?.range
    expect(text.slice(0, range?.start).split('[')).toHaveLength(limits.definition.depth - 3)
    expect(text[range?.start ?? 0]).toBe('[')
  })
})

describe('what only looks deep is read', () => {
  test.each([
    ['brackets in a block scalar', `code: |\n  ${'['.repeat(200)}`],
    ['brackets in quotes', `a: "${'['.repeat(200)}"`],
    ['brackets in a plain text', `a: b${'['.repeat(200)}`],
    ['brackets in a comment', `a: b # ${'['.repeat(200)}`],
    ['brackets that are closed', '- [a, {b: c}]\n'.repeat(200)],
    ['a long list', '- a\n'.repeat(200)],
    ['a long map in one line', `{${Array.from({ length: 200 }, (_, key) => `k${key}: 1`).join(', ')}}`],
    ['a long list of pairs in one line', `[${Array.from({ length: 200 }, (_, key) => `k${key}: 1`).join(', ')}]`],
    ['closing brackets without opening ones', ']'.repeat(200)],
    ['colons without a key', '- :\n'.repeat(200)],
    ['a text over many lines', `a: b\n${'  c\n'.repeat(200)}`],
    ['a quoted text over many lines', `a: "b\n${'  c\n'.repeat(200)}"`],
    ['aliases', '- *a\n'.repeat(200)],
    ['explicit keys below each other', '? a\n: b\n'.repeat(200)],
    ['several documents', 'a: [\n---\n'.repeat(200)],
    ['documents that end', 'a:\n  b: c\n...\n'.repeat(200)],
    ['a bracket that ends with its indentation', 'a:\n  - [b\nc: 1\n'.repeat(100)],
  ])('%s', (_, text) => {
    expect(code(text)).toBeNull()
  })
})

test('a text of another kind has a bound of its own, with its words', () => {
  const bound = { bytes: 10, message: 'Shorten it.' }
  expect(scanText('a: 1', bound)).toBeNull()
  expect(scanText('a: 12345678', bound)).toMatchObject({ code: 'TEXT_TOO_LARGE', message: 'Shorten it.' })
})

describe('characters that no text may contain', () => {
  test.each([
    ['NUL', 'a: \0', 'U+0000'],
    ['half of a surrogate pair', 'a: \ud800', 'U+D800'],
    ['a control character', 'a: \u0007', 'U+0007'],
    ['a non-character', 'a: \uffff', 'U+FFFF'],
  ])('%s', (_, text, name) => {
    const problem = scanText(text)
    expect(problem).toMatchObject({ code: 'CHARACTER_NOT_ALLOWED', severity: 'error', range: { start: 3, end: 4 } })
    expect(problem?.message).toContain(name)
  })

  test('a byte order mark, tabs, line breaks of both kinds and emoji are fine', () => {
    expect(code('\ufeffa: "😀\t"\r\nb: c\n')).toBeNull()
  })
})

describe('depth of a JSON text', () => {
  test('counts arrays and objects, not what is in strings', () => {
    expect(jsonDepthExceeds('{"a": [1, [2]]}', 3)).toBe(false)
    expect(jsonDepthExceeds('{"a": [1, [2]]}', 2)).toBe(true)
    expect(jsonDepthExceeds('["[[[\\"[[[", "\\\\"]', 1)).toBe(false)
    expect(jsonDepthExceeds('[[],[],[]]', 2)).toBe(false)
  })

  test('a hundred thousand brackets take one pass', () => {
    expect(jsonDepthExceeds('['.repeat(100_000), limits.run.jsonDepth)).toBe(true)
    expect(jsonDepthExceeds(`"${'['.repeat(100_000)}"`, limits.run.jsonDepth)).toBe(false)
  })
})
