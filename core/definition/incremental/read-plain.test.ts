import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBlock } from './blocks.ts'
import { readPlain } from './read-plain.ts'

const step = `  - name: Check_1
    # said before the type
    type: DECISION
    label: 'an order, checked'

    routes:
      - condition: input.region == "EU" && state.check_1 != null
        target: Review_1
      - { condition: "a # b: c", target: END }
      - target: Set_1
    retry: { max_attempts: 4, backoff: 1.5, on: [TIMEOUT, "a, b"], none: [], empty: {} }
    tags: [a b, -3, 0, true, Null]
    notes:
      - (a + b) / 2
      - 12
      - "x"
    deep:
      er:
        est: $1
    last: False
`

describe('a piece that is written as most are', () => {
  it.each([
    ['a step', step],
    ['a step without a line break at its end', step.trimEnd()],
    ['a step on one line', '  - { name: Wait_1, type: WAIT, duration_seconds: 60, next: END }\n'],
    ['a key of the workflow', 'workflow_type: Order\n'],
    ['keys below a key', 'input_schema:\n  type: object\n  properties:\n    amount: { type: number }\n'],
  ])('reads %s as the parser does', (_, piece) => {
    expect(readPlain(piece)).not.toBeNull()
    expect(readPlain(piece)).toEqual(readBlock(piece))
  })

  it.each([
    ['nothing', ''],
    ['a comment alone', '# here\n'],
    ['a comment behind a value', 'a: b # here\n'],
    ['a line of spaces', 'a: b\n  \nc: d\n'],
    ['spaces behind a value', 'a: b \n'],
    ['a tab', 'a:\tb\n'],
    ['an escape', 'a: "b\\n"\n'],
    ['a text over several lines', 'a: b\n  c\n'],
    ['a text in quotes over several lines', 'a: "b\n  c"\n'],
    ['the same in brackets', 'a: [ "b\n  c" ]\n'],
    ['a text in quotes that goes on', 'a: "b" c\n'],
    ['quotes that do not end', 'a: "b\n'],
    ['the same in brackets that do not end', 'a: [ "b\n'],
    ['quotes in quotes', "a: 'it''s'\n"],
    ['a block of text', 'a: |\n  b\n'],
    ['a key without a value', 'a:\nb: c\n'],
    ['a key without a value at the end', 'a:\n'],
    ['an item without a value', '-\n'],
    ['an item that is no item', '- a\n-b\n'],
    ['a list in the column of its key', 'a:\n- b\n'],
    ['a list of lists', '- - a\n'],
    ['an item among keys', 'a: b\n- c\n'],
    ['a key in quotes', '"a": b\n'],
    ['a key twice', 'a: b\na: c\n'],
    ['a key twice in brackets', '{ a: b, a: c }\n'],
    ['a word that YAML knows as a key', 'null: a\n'],
    ['a name that is forbidden', 'constructor: a\n'],
    ['a mapping in a value', 'a: b: c\n'],
    ['a colon at the end', 'a: b:\n'],
    ['a tag', 'a: !has(b)\n'],
    ['an anchor', 'a: &b c\n'],
    ['another number', 'a: 0x10\n'],
    ['a number that may not be exact', 'a: 12345678901234567890\n'],
    ['a colon in brackets', '[a:b]\n'],
    ['a pair in brackets', '[a: b]\n'],
    ['brackets over several lines', 'a: [b,\n  c]\n'],
    ['brackets that go on over several lines', 'a: [b\n  c]\n'],
    ['a comma too many', 'a: [b, ]\n'],
    ['no comma', 'a: ["b" "c"]\n'],
    ['no space behind a comma', 'a: [b,c]\n'],
    ['brackets that do not end', 'a: [b\n'],
    ['a key alone in brackets', 'a: { b }\n'],
    ['a value that is missing in brackets', 'a: { b: , c: d }\n'],
    ['something behind brackets', 'a: [b] c\n'],
    ['more than one thing', '  a: b\nc: d\n'],
    ['deep brackets', `a: ${'['.repeat(14)}${']'.repeat(14)}\n`],
    [
      'deep keys',
      `${Array.from({ length: 14 }, (_, level) => `${' '.repeat(level)}a:\n`).join('')}${' '.repeat(14)}a: b\n`,
    ],
    ['a long piece', `a: ${'b'.repeat(4_000)}\n`],
  ])('leaves %s to the parser', (_, piece) => {
    expect(readPlain(piece)).toBeNull()
  })

  const parts = fc.constantFrom(
    ...[
      ' ',
      '  ',
      '\n',
      '\n    ',
      '- ',
      '-',
      ': ',
      ':',
      ', ',
      ',',
      '{',
      '}',
      '{ ',
      ' }',
      '[',
      ']',
      '"',
      "'",
      '#',
      ' #',
    ],
    ...[
      'a',
      'name',
      'b c',
      '1',
      '-2',
      '0',
      '01',
      '1.50',
      '-0',
      '1e3',
      'true',
      'null',
      '~',
      '.5',
      '.inf',
      '!',
      '&x',
      '*x',
    ],
    ...[
      '|',
      '>',
      '?',
      '? ',
      '%',
      '@',
      '`',
      '\t',
      '\\',
      '<<',
      '---',
      '...',
      '=',
      '\u00e9',
      '\u0085',
      '\u2028',
      '\ufeff',
    ],
    ...['a: ', 'b: c\n', '- a: b\n', '{ a: b }', '[a, b]', '"a"', "'b'", 'key:\n', '  key:\n', '    - '],
  )

  it('says what the parser says, or nothing, whatever is written into it', () => {
    const change = fc.record({ at: fc.nat(step.length), cut: fc.nat(6), put: fc.array(parts, { maxLength: 3 }) })
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        let piece = step
        for (const { at, cut, put } of changes) piece = piece.slice(0, at) + put.join('') + piece.slice(at + cut)
        const read = readPlain(piece)
        if (read !== null) expect(read).toEqual(readBlock(piece))
      }),
      { numRuns: 1_500 },
    )
  })

  it('says what the parser says, or nothing, of anything that is put together of signs', () => {
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 14 }), (signs) => {
        const piece = signs.join('')
        const read = readPlain(piece)
        if (read !== null) expect(read).toEqual(readBlock(piece))
      }),
      { numRuns: 3_000 },
    )
  })
})
