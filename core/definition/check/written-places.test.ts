import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDocument, type Scalar, stringify } from 'yaml'
import { writtenPlaces } from './written-places.ts'

/** What is written for each character of what a YAML text means. */
function writtenFor(yaml: string): readonly string[] | undefined {
  const scalar = parseDocument(yaml).get('a', true) as Scalar<string>
  const written = yaml.slice(scalar.range?.[0], scalar.range?.[1])
  const places = writtenPlaces(written, scalar.value)
  return places?.slice(1).map((end, index) => written.slice(places[index], end))
}

describe('where a text is written', () => {
  test.each([
    ['plain', 'a: one', ['o', 'n', 'e']],
    ['in quotes', "a: 'o''n'", ['o', "''", 'n']],
    [
      'with escapes',
      'a: "\\tx\\x41\\u0042\\U0001F600\\"."',
      ['\\t', 'x', '\\x41', '\\u0042', '', '\\U0001F600', '\\"', '.'],
    ],
    ['over lines', 'a: o\n  n', ['o', '\n  ', 'n']],
    ['with an empty line', 'a: "o \n\n  n"', ['o', ' \n\n  ', 'n']],
    ['with an escaped line break', 'a: "o\\\n   n"', ['o\\\n   ', 'n']],
    ['line by line', 'a: |\n  o\n   n\n', ['o', '\n  ', ' ', 'n', '\n']],
    ['in a folded block', 'a: >\n  o\n  n\n\n  e\n', ['o', '\n  ', 'n', '\n\n  ', 'e', '\n']],
    ['in one with a line further in', 'a: >\n  o\n\n    n\n', ['o', '', '\n\n  ', ' ', ' ', 'n', '\n']],
    ['behind an empty line', 'a: |\n\n  o\n', ['\n  ', 'o', '\n']],
  ])('%s', (_, yaml, wanted) => {
    expect(writtenFor(yaml)).toEqual(wanted)
  })

  test('is not known where something else is written', () => {
    expect(writtenPlaces('one', 'two')).toBeNull()
    expect(writtenPlaces('"\\UFFFFFFFF"', 'x')).toBeNull()
    expect(writtenPlaces('on', 'one')).toBeNull()
    expect(writtenPlaces('|\n  on', 'one')).toBeNull()
  })

  test('is found for every text, however it is written: letters stand where they are', () => {
    const piece = fc.constantFrom(
      'a',
      'bc',
      ' ',
      '\n',
      "'",
      '"',
      '\\',
      '\t',
      ': ',
      '#',
      '{{ x }}',
      'é',
      '😀',
      'words of a text',
    )
    const text = fc.array(piece, { minLength: 1, maxLength: 30 }).map((all) => all.join(''))
    const style = fc.constantFrom('PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE', 'BLOCK_LITERAL', 'BLOCK_FOLDED')
    fc.assert(
      fc.property(text, style, fc.constantFrom(20, 80), (value, defaultStringType, lineWidth) => {
        const yaml = stringify({ a: value }, { defaultStringType, lineWidth, blockQuote: true })
        const scalar = parseDocument(yaml).get('a', true) as Scalar<string>
        const written = yaml.slice(scalar.range?.[0], scalar.range?.[1])
        const places = writtenPlaces(written, value)
        for (const [at, character] of [...value].entries()) {
          if (places !== null && /[a-z]/.test(character) && at === [...value.slice(0, at)].length) {
            expect(written[places[at] as number]).toBe(value[at])
          }
        }
      }),
      { numRuns: 1_000 },
    )
  })
})
