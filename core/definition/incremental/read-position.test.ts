import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readBlock } from './blocks.ts'
import { readPosition } from './read-position.ts'

const number = fc.oneof(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.constantFrom(0, 7, -1))
const key = fc.constantFrom('A', 'Check_1', 'b2', 'group', 'END', 'nullable')

it('reads a place as the parser does', () => {
  fc.assert(
    fc.property(key, number, number, fc.constantFrom(1, 2, 4), fc.constantFrom('', '\n'), (name, x, y, indent, end) => {
      const piece = `${' '.repeat(indent)}${name}: [${x}, ${y}]${end}`
      expect(readPosition(piece)).not.toBeNull()
      expect(readPosition(piece)).toEqual(readBlock(piece))
    }),
  )
})

it.each([
  ['a word that YAML knows', '  null: [1, 2]\n'],
  ['the same in capitals', '  True: [1, 2]\n'],
  ['a name that is forbidden', '  constructor: [1, 2]\n'],
  ['a name in quotes', '  "A": [1, 2]\n'],
  ['a number of a group', '  group 1: [1, 2]\n'],
  ['other numbers', '  A: [1.5, 0x10]\n'],
  ['a zero before a number', '  A: [01, 2]\n'],
  ['a zero below nothing', '  A: [-0, 2]\n'],
  ['other spaces', '  A: [ 1, 2 ]\n'],
  ['three numbers', '  A: [1, 2, 3]\n'],
  ['a comment', '  A: [1, 2] # here\n'],
  ['an empty line behind it', '  A: [1, 2]\n\n'],
])('leaves %s to the parser', (_, piece) => {
  expect(readPosition(piece)).toBeNull()
})
