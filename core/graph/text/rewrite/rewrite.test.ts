import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#core/json.ts'
import { openText, rewritten } from '../../testing/rewritten.ts'
import { rewrite } from './rewrite.ts'

/** The text that `before` becomes when it is to say `wanted`. */
function check(before: string, wanted: JsonObject, after: string): void {
  expect(rewritten(before, wanted)).toBe(after)
}

describe('the keys of a map in another order', () => {
  it('take their text along, with the comments that belong to it', () => {
    const before = 'a:\n  # first\n  x: 1  # one\n\n  # second\n  y:\n    - z  # deep\n  "w": 3\nb: 2\n'
    const after = 'a:\n  # second\n  y:\n    - z  # deep\n\n  "w": 3\n  # first\n  x: 1  # one\nb: 2\n'
    check(before, { a: { y: ['z'], w: 3, x: 1 }, b: 2 }, after)
    check('a: { x: 1, "y": [2] } # c', { a: { y: [2], x: 1 } }, 'a: { "y": [2], x: 1 } # c')
  })
})

describe('scalars', () => {
  it('keep their quotes, and the comment behind them', () => {
    check(`a: "x"   # why\nb: 'y'\nc: z`, { a: 'q"', b: "it's", c: 'w' }, `a: "q\\""   # why\nb: 'it''s'\nc: w`)
  })
  it('get quotes only where they need them', () => {
    check('a: x\nl: [p, q]\n', { a: 'yes: no', l: ['p', 'r, s'] }, 'a: "yes: no"\nl: [p, "r, s"]\n')
  })
  it('are written behind an empty key, before its comment', () => {
    check('a:   # later\nb: {c}\nl:\n  -\n', { a: 1, b: { c: 2 }, l: [3] }, 'a: 1   # later\nb: {c: 2}\nl:\n  - 3\n')
  })
  it('stay a block where the first line begins with spaces, which the header tells from indentation', () => {
    const block = (second: string) => `a:\n  code: |2\n      // indented\n    return ${second}\n  b: 1\n`
    check(block('x'), { a: { code: '  // indented\nreturn y\n', b: 1 } }, block('y'))
    check('a:\n  code: |\n    x\n    y\n', { a: { code: ' x\ny\n' } }, 'a:\n  code: |2\n     x\n    y\n')
    check('l:\n  - |2-\n     x\n    y\n', { l: [' x\nz'] }, 'l:\n  - |2-\n     x\n    z\n')
    check('a: |2\n   x\n  y\n', { a: 'x\ny\n' }, 'a: |\n  x\n  y\n')
    check('a: 1\n', { a: ' x\ny\n' }, 'a: |2\n   x\n  y\n')
  })
  it('become null in words', () => check('a: 1\nb: 2\n', { a: null, b: 2 }, 'a: null\nb: 2\n'))
  it('change by the characters that differ', () => {
    const result = rewrite(openText('a: state.score >= 75\n'), { a: 'state.score >= 80' })
    expect(result.ok && result.splices).toEqual([{ start: 18, end: 20, text: '80' }])
  })
  it('with control characters are escaped, whatever the quotes', () => {
    check(`a: 'x'\n`, { a: 'x\u0007' }, `a: "x\\a"\n`)
  })
})

describe('blocks of text', () => {
  it('change line by line', () => {
    check(
      'a: |   # js\n   one\n   two\n\nb: 1\n',
      { a: 'one\n2\nthree\n', b: 1 },
      'a: |   # js\n   one\n   2\n   three\n\nb: 1\n',
    )
  })
  it('stay blocks when one line is left, and say whether it ends', () => {
    check('a: |\n  one\n  two\n', { a: 'one' }, 'a: |-\n  one\n')
    check('a: |-\n  one\n', { a: 'one\n' }, 'a: |\n  one\n')
  })
  it('keep the empty lines at their end where they count', () => {
    check('a: |+\n  one\n\nb: 1\n', { a: 'two\n\n', b: 1 }, 'a: |+\n  two\n\nb: 1\n')
  })
  it('become a line when a block cannot hold them', () => {
    check('a: |\n  one\nb: 1\n', { a: '\tlead\n', b: 1 }, 'a: "\\tlead\\n"\nb: 1\n')
    check(
      `a:\n${' '.repeat(12)}b: |\n${' '.repeat(24)}one\n`,
      { a: { b: ' two\n' } },
      `a:\n${' '.repeat(12)}b: " two\\n"\n`,
    )
  })
  it('appear for text of several lines, behind the comment of the key', () => {
    check('a: x # why\n', { a: 'one\ntwo\n' }, 'a: | # why\n  one\n  two\n')
    check('a: |\n\nb: 1\n', { a: 'x', b: 1 }, 'a: |-\n  x\nb: 1\n')
  })
  it('fold as before where only words change', () => {
    check('a: >\n  one two\n  three\nb: 1\n', { a: 'one 2 three\n', b: 1 }, 'a: >\n  one 2\n  three\nb: 1\n')
    check('a: "one two\n  three"\n', { a: 'one two 3' }, 'a: "one two\n  3"\n')
    check('a: one two\n  three\n', { a: 'one two #3' }, 'a: "one two #3"\n')
    check('a: >-\n  one\n  two\n', { a: 'one two three' }, 'a: >-\n  one two three\n')
    check('a: one\n  one\n', { a: 'one 1' }, 'a: one\n  1\n')
    check("a: 'o''ne\n  two'\n", { a: "o'ne' two" }, "a: 'o''ne'' two'\n")
  })
})

describe('maps', () => {
  it('get a key behind the one that it follows', () => {
    check('a: 1\n# two\nb: 2\n', { a: 1, c: 3, b: 2 }, 'a: 1\nc: 3\n# two\nb: 2\n')
    check('x:\n  b: 2\n', { x: { a: 1, b: 2 } }, 'x:\n  a: 1\n  b: 2\n')
  })
  it('lose a key with its line, and keep what is said above it', () => {
    check('a: 1\n# two\nb: 2 # gone\nc: 3\n', { a: 1, c: 3 }, 'a: 1\n# two\nc: 3\n')
    check('a: 1\nb:\n  - x\n   # deep\n', { a: 1 }, 'a: 1\n')
  })
  it('lose the first key on the line of a dash', () => {
    check('l:\n  - a: 1\n    b: 2\n', { l: [{ b: 2 }] }, 'l:\n  - b: 2\n')
    check('l:\n  - a: 1\n    # b\n    b: 2\n', { l: [{ b: 2 }] }, 'l:\n  - \n    # b\n    b: 2\n')
  })
  it('rename a key in its place', () => {
    check('l: {a: 1, "b": 2}\n', { l: { a: 1, c: 2 } }, 'l: {a: 1, "c": 2}\n')
    check("'a': [x]\nb: 1\n", { c: ['x'], b: 1 }, "'c': [x]\nb: 1\n")
  })
  it('take their lines along when their keys change places, and are written anew when more happens', () => {
    check('s:\n  a: x\n  b: y\n', { s: { b: 'y', a: 'x' } }, 's:\n  b: y\n  a: x\n')
    check('s:\n  a: x\n  b: y\n', { s: { b: 'y', a: 'z' } }, 's: { b: y, a: z }\n')
  })
  it('of one line get and lose keys on that line', () => {
    check('m: { a: 1, b: 2 } # m\n', { m: { a: 1, c: 3, b: 2 } }, 'm: { a: 1, c: 3, b: 2 } # m\n')
    check('m: { a: 1, b: 2 }\n', { m: { b: 2 } }, 'm: { b: 2 }\n')
    check('m: { a: 1, b: 2, }\n', { m: { a: 1 } }, 'm: { a: 1, }\n')
    check('m: { b: 2 }\n', { m: { a: 1, b: 2 } }, 'm: { a: 1, b: 2 }\n')
  })
  it('below a text that keeps the empty lines below it are not set apart by one', () => {
    const text = 'steps:\n  - a: 1\n    b: |\n      x\n\n  - c: 2\n    d: >2+\n        y\n\n'
    const steps = [
      { a: 1, b: 'x\n' },
      { c: 2, d: '  y\n\n' },
    ]
    check(text, { steps: [...steps, { e: 1, f: 2 }] }, `${text}  - e: 1\n    f: 2\n`)
    check(
      text,
      { steps: [steps[0] as JsonObject, { e: 1, f: 2 }, steps[1] as JsonObject] },
      text.replace('  - c', '  - e: 1\n    f: 2\n\n  - c'),
    )
  })
  it('of several lines in braces keep the comments of the others', () => {
    const text = 'm: {\n  a: 1, # a\n  b: 2, # b\n  c: 3 # c\n}\n'
    check(text, { m: { a: 1, b: 2 } }, 'm: {\n  a: 1, # a\n  b: 2, # b\n}\n')
    check(text, { m: { a: 1, c: 3 } }, 'm: {\n  a: 1, # a\n  c: 3 # c\n}\n')
    check('m: { a: 1 ,b: 2 ,c: 3 }\n', { m: { a: 1, c: 3 } }, 'm: { a: 1 ,c: 3 }\n')
    check('{\n  "a": 1,\n  "b": 2\n}\n', { a: 1 }, '{\n  "a": 1\n}\n')
  })
  it('in the manner of JSON stay JSON', () => {
    check(
      '{\n  "a": "x",\n  "b": [1]\n}\n',
      { a: 'x', c: { d: 'e' }, b: [1] },
      '{\n  "a": "x",\n  "c": { "d": "e" },\n  "b": [1]\n}\n',
    )
  })
  it('become empty, and full again', () => {
    check('m:  # why\n  a: 1\nb: 2\n', { m: {}, b: 2 }, 'm: {}  # why\nb: 2\n')
    check('m: {}\nb: 2\n', { m: { a: { c: [1] } }, b: 2 }, 'm:\n  a:\n    c: [1]\nb: 2\n')
    check('m: {a: 1}\n', { m: {} }, 'm: {}\n')
  })
  it('replace a value and are replaced', () => {
    check('m: 1 # why\n', { m: { a: { b: [2] } } }, 'm: # why\n  a:\n    b: [2]\n')
    check('m: # why\n  a:\n    b: 2\n', { m: 1 }, 'm: 1 # why\n')
    check(
      'l:\n  - x # why\n  - a: { b: 1 }\n',
      { l: [{ p: [[1]] }, { a: { b: 1 } }] },
      'l:\n  - { p: [[1]] } # why\n  - a: { b: 1 }\n',
    )
  })
})

describe('lists', () => {
  it('get items with the empty lines of their neighbours', () => {
    check(
      'l:\n  - a: 1\n\n  - b: 2\n',
      { l: [{ a: 1 }, { c: 3 }, { d: 4 }, { b: 2 }] },
      'l:\n  - a: 1\n\n  - c: 3\n\n  - d: 4\n\n  - b: 2\n',
    )
    check('l:\n  # one\n  - 1\n  - 2\n', { l: [0, 1, 2] }, 'l:\n  - 0\n  # one\n  - 1\n  - 2\n')
    check('l:\n  - 1\n\n  - 2\n', { l: [0, 1, 2] }, 'l:\n  - 0\n\n  - 1\n\n  - 2\n')
  })
  it('lose items with what is said about them', () => {
    check('l:\n  # one\n  - 1\n  # two\n  - 2\n', { l: [2] }, 'l:\n  # two\n  - 2\n')
    check('l:\n  - 1\n\n  - 2\n\n  - 3\n', { l: [1, 3] }, 'l:\n  - 1\n\n  - 3\n')
    check('l:\n  - 1\n\n  - 2\n\n  - 3', { l: [1, 2] }, 'l:\n  - 1\n\n  - 2')
    check('l:\n\n  - 1\n\n\n  - 2\n', { l: [2] }, 'l:\n\n  - 2\n')
    check('l: [1, 2, 3]\n', { l: [1, 3] }, 'l: [1, 3]\n')
    check('l: [1, 2, 3]\n', { l: [3] }, 'l: [3]\n')
  })
  it('take the text of their items along when these move', () => {
    check('l:\n  # one\n  - a: 1 # x\n  - b: 2\n', { l: [{ b: 2 }, { a: 1 }] }, 'l:\n  - b: 2\n  # one\n  - a: 1 # x\n')
    check('l: [1,   2]\n', { l: [2, 1] }, 'l: [2,   1]\n')
    check('l:\n  - - 1\n    - 2\n', { l: [[2, 1]] }, 'l:\n  - - 2\n    - 1\n')
  })
  it('of lists lose the first item on the line of a dash', () => {
    check('l:\n  - - 1\n    - 2\n', { l: [[2]] }, 'l:\n  - - 2\n')
  })
  it('write items as the neighbours are written', () => {
    check('l:\n  - {a: 1}\n', { l: [{ a: 1 }, { b: 2 }] }, 'l:\n  - {a: 1}\n  - { b: 2 }\n')
    check(
      'l:\n-   a: 1\n    b: 2\n',
      {
        l: [
          { a: 1, b: 2 },
          { c: 'x', d: [{ e: 1 }] },
        ],
      },
      'l:\n-   a: 1\n    b: 2\n-   c: x\n    d:\n    -   e: 1\n',
    )
    check('l: [\'a\']\nm:\n  - "b"\n', { l: ['a', 'c'], m: ['b', 'd'] }, 'l: [\'a\', \'c\']\nm:\n  - "b"\n  - "d"\n')
  })
  it('of one line may have one item a line', () => {
    check('l: [\n  a,\n  b\n]\n', { l: ['a', 'b', 'c'] }, 'l: [\n  a,\n  b,\n  c\n]\n')
  })
  it('become empty, and full again', () => {
    check('l:\n  - 1\nb: 2\n', { l: [], b: 2 }, 'l: []\nb: 2\n')
    check(
      'l: []\nb: 2\n',
      { l: [{ a: 1, b: 'x\ny' }, []], b: 2 },
      'l:\n  - a: 1\n    b: |-\n      x\n      y\n  - []\nb: 2\n',
    )
  })
})

describe('odd places', () => {
  it('a block without content', () => check('a: |', { a: 'x' }, 'a: |-\n  x'))
  it('a block that spells out its indentation', () => check('a: |1\n x\n', { a: 'y\n' }, 'a: |\n y\n'))
  it('a list at the column of its key', () => {
    check(
      'a:\n- x\nb: 1\n',
      { a: ['x', ['p', { q: [1, { r: 1 }] }]], b: 1 },
      'a:\n- x\n- - p\n  - q:\n    - 1\n    - r: 1\nb: 1\n',
    )
  })
  it('a dash with its content on the next line', () => {
    check('l:\n  -\n    a: 1\n', { l: [{ a: 1, b: 2 }] }, 'l:\n  -\n    a: 1\n    b: 2\n')
  })
  it('items with comments far below', () => {
    check('l:\n  - 1\n\n    # still one\n\n  - 2\n', { l: [2] }, 'l:\n  - 2\n')
  })
  it('a comment apart from what follows stays', () => {
    check('l:\n  - 0\n  # apart\n\n  # one\n  - 1\n', { l: [0] }, 'l:\n  - 0\n  # apart\n')
  })
  it('a key in quotes of either kind is renamed in them', () => {
    check(`m: {"a": 1, 'b': 2, c: 3}\n`, { m: { x: 1, y: 2, z: 3 } }, `m: {"x": 1, 'y': 2, z: 3}\n`)
  })
  it('one line in braces without room', () => {
    check(
      "m: {a: 'x'}\nl: ['x', y]\n",
      { m: { a: 'x', b: 'y' }, l: ['x', 'y', 'z'] },
      "m: {a: 'x', b: y}\nl: ['x', y, 'z']\n",
    )
  })
  it('an empty map that stays empty', () => check('m: { }\nb: 1\n', { m: {}, b: 2 }, 'm: { }\nb: 2\n'))
  it('several lines before the first item', () => {
    check(
      'l:\n  - x: 1\n    y: 2\n',
      { l: [{ a: 1, b: 2 }, 3, { x: 1, y: 2 }, 4, 5] },
      'l:\n  - a: 1\n    b: 2\n  - 3\n  - x: 1\n    y: 2\n  - 4\n  - 5\n',
    )
  })
  it('a folded line in quotes that cannot stay', () => {
    check('a: >-\n  one\n\n  two\n', { a: '' }, 'a: ""\n')
    check('a: "x\n  y"\n', { a: 5 }, 'a: 5\n')
  })
  it('a new text between other kinds', () => {
    check("l: ['x', 5]\nn: 5\n", { l: ['x', 'six'], n: 'six' }, "l: ['x', 'six']\nn: six\n")
    check('l:\n  - x\n', { l: ['one\ntwo'] }, 'l:\n  - |-\n    one\n    two\n')
    check('l:\n  - [1]\n', { l: [[1], 'one\ntwo'] }, 'l:\n  - [1]\n  - "one\\ntwo"\n')
  })
  it('trailing spaces and characters that need escapes', () => {
    check('a: x\n', { a: 'one\n \n' }, 'a: "one\\n\\ \\n"\n')
    check('a: x\n', { a: 'one\ntwo\u0007' }, 'a: "one\\ntwo\\a"\n')
    check('a: x\n', { a: '\nx\ny' }, 'a: "\\nx\\ny"\n')
  })
})

describe('whole texts', () => {
  it('keep CRLF, and a missing line break at the end', () => {
    check(
      'a: 1\r\nb:\r\n  - x',
      { a: 1, c: 'p\nq', b: ['x', 'y'] },
      'a: 1\r\nc: |-\r\n  p\r\n  q\r\nb:\r\n  - x\r\n  - y',
    )
    check('a: |\r\n  x\r\n\r\nb: 1\r\n', { a: 'x\ny\n', b: 1 }, 'a: |\r\n  x\r\n  y\r\n\r\nb: 1\r\n')
  })
  it('set a block at the end apart', () => {
    check('a: 1\n# end\n', { a: 1, layout: { x: [1, 2] } }, 'a: 1\n\nlayout:\n  x: [1, 2]\n# end\n')
    check('a: 1 # gone\n', { b: { c: { d: 1 } } }, 'b:\n  c: { d: 1 }\n')
  })
  it('are refused when they are written in a way that splices cannot follow', () => {
    const result = rewrite(openText('a: !!str 5\nb: 1\n'), { a: 6, b: 1 })
    expect(result).toMatchObject({ ok: false, code: 'not_expressible' })
  })
})
