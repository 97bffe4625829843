import { expect, it } from 'vitest'
import { neighbour, nextAfter } from './neighbour.ts'

const tasks = ['a', 'b', 'c'].map((taskId) => ({ taskId }))

it('moves up and down and stops at the ends', () => {
  expect(neighbour(tasks, 'a', 1)).toBe('b')
  expect(neighbour(tasks, 'b', -1)).toBe('a')
  expect(neighbour(tasks, 'c', 1)).toBeNull()
  expect(neighbour(tasks, null, 1)).toBe('a')
  expect(neighbour([], 'a', 1)).toBeNull()
})

it('goes on to the next task, and back at the end of the list', () => {
  expect(nextAfter(tasks, 'a')).toBe('b')
  expect(nextAfter(tasks, 'c')).toBe('b')
  expect(nextAfter([{ taskId: 'a' }], 'a')).toBeNull()
})
