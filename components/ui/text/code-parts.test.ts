import { expect, test } from 'vitest'
import { codeParts } from './code-parts.ts'

test.each([
  ['plain', [['plain', false]]],
  ['', []],
  [
    'There is no `a` and no `b`.',
    [
      ['There is no ', false],
      ['a', true],
      [' and no ', false],
      ['b', true],
      ['.', false],
    ],
  ],
  ['`a`', [['a', true]]],
  ['one ` alone', [['one ` alone', false]]],
  [
    '`a` and ` alone',
    [
      ['a', true],
      [' and ` alone', false],
    ],
  ],
])('%j is cut where code stands in it', (sentence, parts) => {
  expect(codeParts(sentence).map(({ text, isCode }) => [text, isCode])).toEqual(parts)
})
