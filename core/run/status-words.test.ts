import { expect, test } from 'vitest'
import { statusClause, statusWord } from './status-words.ts'
import { statuses } from './statuses.ts'

const since = { run_id: 'r', step: 'Ask', workflow: 'Order', since: 0 }

test('each status has human words of its own, in sentence case', () => {
  for (const awaited of ['person', 'signal', 'either'] as const) {
    const words = statuses.map((status) => statusWord(status, awaited))
    expect(new Set(words).size).toBe(statuses.length)
    for (const word of words) expect(word).toMatch(/^[A-Z][a-z]+[ a-z-]*$/)
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
  for (const awaited of [{ count: 0 }, null, 'person'] as const) {
    expect(statusWord('WAITING_HUMAN_INPUT', awaited)).toBe('Waiting for approval')
  }
  expect(statusWord('WAITING_HUMAN_INPUT', 'signal')).toBe('Waiting for a signal')
})

test('where it is not known what a run waits for, neither an approval nor a signal is claimed', () => {
  expect(statusWord('WAITING_HUMAN_INPUT')).toBe('Waiting for approval or signal')
  expect(statusWord('WAITING_CHILD_HUMAN_INPUT', 'either')).toBe('Approval or signal in sub-workflow')
  expect(statusWord('COMPLETED')).toBe('Completed')
})

test('a status can be the verb of a sentence; a status of another version is named', () => {
  for (const status of statuses) expect(statusClause(status)).toMatch(/^(is|was|failed|completed)/)
  expect([statusWord('FUTURE'), statusClause('FUTURE')]).toEqual(['FUTURE', 'is FUTURE'])
})
