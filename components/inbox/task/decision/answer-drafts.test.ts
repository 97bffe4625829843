import { expect, it } from 'vitest'
import { keepTyped, typedFor } from './answer-drafts.ts'

it('keeps what was typed for each task until it is sent', () => {
  keepTyped('a', { note: 'x' })
  keepTyped('b', { note: 'y' })
  keepTyped('a', { note: 'xy' })
  expect([typedFor('a'), typedFor('b')]).toEqual([{ note: 'xy' }, { note: 'y' }])
  keepTyped('a', undefined)
  expect([typedFor('a'), typedFor('b')]).toEqual([undefined, { note: 'y' }])
})

it('forgets the oldest when there are too many', () => {
  for (let index = 0; index < 250; index += 1) keepTyped(`task ${index}`, index)
  expect(typedFor('task 0')).toBeUndefined()
  expect(typedFor('task 249')).toBe(249)
  expect(typedFor('task 50')).toBe(50)
  expect(typedFor('task 49')).toBeUndefined()
})
