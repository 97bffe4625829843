import { expect, it } from 'vitest'
import { allWords, chosenWords } from './chosen-words.ts'

it('says how many tasks a decision is about', () => {
  expect(chosenWords({ here: 2, elsewhere: 0, read: 5, more: false })).toBe('2 selected')
  expect(chosenWords({ here: 2, elsewhere: 0, read: 50, more: true })).toBe('2 selected')
  expect(chosenWords({ here: 5, elsewhere: 0, read: 5, more: false })).toBe('5 selected')
})

it('says that all of what is read is not all of the list', () => {
  expect(chosenWords({ here: 50, elsewhere: 0, read: 50, more: true })).toBe(
    '50 selected; more tasks are not loaded and not selected',
  )
  expect(allWords(50, true)).toBe('All 50 loaded so far')
  expect(allWords(20, false)).toBe('All 20 shown')
})

it('says what was chosen before and is left out, because the list does not hold it any more', () => {
  expect(chosenWords({ here: 2, elsewhere: 1, read: 5, more: false })).toBe(
    '2 selected; 1 selected earlier is not in this list and skipped',
  )
  expect(chosenWords({ here: 50, elsewhere: 3, read: 50, more: true })).toContain(
    '3 selected earlier are not in this list and skipped',
  )
})
