import { expect, it } from 'vitest'
import { noteText } from './note-text.ts'

const cycle: Record<string, unknown> = { done: 3 }
cycle.self = cycle

it.each<[unknown, string]>([
  ['half', 'half'],
  [{ done: 3n, of: [4n] }, '{"done":"3","of":["4"]}'],
  [5n, '"5"'],
  [cycle, '<ref *1> { done: 3, self: [Circular *1] }'],
  [Symbol('x'), 'Symbol(x)'],
  [
    {
      toJSON: () => {
        throw new Error('no')
      },
    },
    '{ toJSON: [Function: toJSON] }',
  ],
])('%o is said as %s', (said, text) => {
  expect(noteText(said)).toBe(text)
})
