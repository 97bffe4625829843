import { expect, test } from 'vitest'
import { statusClause, statusWord } from './status-words.ts'
import { statuses } from './statuses.ts'

const since = { run_id: 'r', step: 'Ask', workflow: 'Order', since: 0 }

test('each status has human words of its own, in sentence case', () => {
  const words = statuses.map((status) => statusWord(status))
  expect(new Set(words).size).toBe(statuses.length)
  for (const word of words) {
    expect(word).toMatch(/^[A-Z][a-z]+[ a-z-]*$/)
  }
})

test('a wait for a signal is not called an approval', () => {
  const signal = { count: 1, oldest: { ...since, task_id: 'signal:Ask:1' } }
  expect(statusWord('WAITING_HUMAN_INPUT', signal)).toBe('Waiting for a signal')
  expect(statusWord('WAITING_CHILD_HUMAN_INPUT', signal)).toBe('Signal in sub-workflow')
  expect(statusWord('PENDING_ASYNC', signal)).toBe('Waiting for timer or worker')
  expect(statusWord('WAITING_HUMAN_INPUT', { count: 1, oldest: { ...since, task_id: 't' } })).toBe(
    'Waiting for approval',
  )
  expect(statusWord('WAITING_HUMAN_INPUT', { count: 0 })).toBe('Waiting for approval')
})

test('a status can be the verb of a sentence; a status of another version is named', () => {
  for (const status of statuses) expect(statusClause(status)).toMatch(/^(is|was|failed|completed)/)
  expect([statusWord('FUTURE'), statusClause('FUTURE')]).toEqual(['FUTURE', 'is FUTURE'])
})
