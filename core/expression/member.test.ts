import { expect, it } from 'vitest'
import { memberText, quotedText, textInQuotes } from './member.ts'

it.each([
  ['name', '.name'],
  ['if', '.if'],
  ['in', '["in"]'],
  ['12', '["12"]'],
  ['a b', '["a b"]'],
  ['say "x"', String.raw`["say \"x\""]`],
  ['a\\b', String.raw`["a\\b"]`],
])('the field %s is written %s', (name, written) => {
  expect(memberText(name)).toBe(written)
})

it.each(['plain', 'say "x"', "it's", 'back\\slash', 'two\nlines\t', '\u0001', `\\"'`])(
  'the text %j is read as it was written, in either quotes',
  (text) => {
    for (const quote of ['"', "'"]) expect(textInQuotes(quotedText(text, quote))).toBe(text)
  },
)

it.each([
  [String.raw`r"a\b"`, String.raw`a\b`],
  [`"""a"b"""`, 'a"b'],
  [String.raw`"\u0041\/"`, 'A/'],
  [String.raw`"\x41"`, null],
  [String.raw`"\\x"`, String.raw`\x`],
  ['"open', null],
  ['b"bytes"', null],
])('%s says %j', (written, text) => {
  expect(textInQuotes(written)).toBe(text)
})
