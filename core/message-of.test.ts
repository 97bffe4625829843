import { expect, it } from 'vitest'
import { messageOf } from './message-of.ts'

it('tells of an error what it says, and of anything else that was thrown what it is', () => {
  expect(messageOf(new TypeError('broken'))).toBe('broken')
  expect(messageOf('odd')).toBe('odd')
  expect(messageOf(undefined)).toBe('undefined')
})
