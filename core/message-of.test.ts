import { expect, it } from 'vitest'
import { messageOf } from './message-of.ts'

it('tells of an error what it says, and of anything else that was thrown what it is', () => {
  expect(messageOf(new TypeError('broken'))).toBe('broken')
  const refused = new Error('connect ECONNREFUSED ::1:5432')
  expect(messageOf(new AggregateError([refused, new Error('another')]))).toBe('connect ECONNREFUSED ::1:5432')
  expect(messageOf(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }))).toBe('ECONNREFUSED')
  expect(messageOf(new TypeError())).toBe('TypeError')
  expect(messageOf('odd')).toBe('odd')
  expect(messageOf(undefined)).toBe('undefined')
})
