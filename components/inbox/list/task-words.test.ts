import { expect, it } from 'vitest'
import { approvalsInWords, fieldText, listOf, personName, priorityWord, remindersInWords } from './task-words.ts'

it('has a word for a priority that is not the usual one', () => {
  expect([0, 49, 50, 51, 79, 80, 100].map((priority) => priorityWord(priority)?.word)).toEqual([
    'Low',
    'Low',
    undefined,
    'High',
    'High',
    'Urgent',
    'Urgent',
  ])
})

it('writes any value on one line', () => {
  expect([4711, 0.0004, 1.08345, true, false, 'A-17', null, { a: 1 }, '{"order":7,"tags":[1]}'].map(fieldText)).toEqual(
    ['4711', '0.0004', '1.08345', 'yes', 'no', 'A-17', '–', '{"a":1}', 'order 7, tags [1]'],
  )
})

it('calls people as the directory does, or as they were recorded', () => {
  const people = [{ id: 'ana', name: 'Ana López' }]
  expect(personName(people, 'ana', 'You as Ana')).toBe('Ana López')
  expect(personName(people, 'ben', 'Ben')).toBe('Ben')
  expect(personName(people, 'ben')).toBe('ben')
  expect(personName(people, 'local')).toBe('You')
})

it('says how far several approvals are, and by whom', () => {
  const approval = (id: string) => ({ by: { id, name: id }, at: '2026-01-01T00:00:00.000Z' })
  const words = (ids: string[], approvalsRequired: number) =>
    approvalsInWords({ approvals: ids.map(approval), approvalsRequired }, (_, recorded) => recorded)
  expect(words([], 1)).toBeNull()
  expect(words([], 3)).toBe('0 of 3 approved')
  expect(words(['ana', 'ben'], 3)).toBe('2 of 3 approved, ana and ben')
  expect(listOf(['a', 'b', 'c'])).toBe('a, b and c')
})

it('says how often people were reminded', () => {
  expect([1, 3].map(remindersInWords)).toEqual(['Reminded once', 'Reminded 3 times'])
})
