import { expect, it } from 'vitest'
import { allWords, chosenWords } from './chosen-words.ts'

it('says how many tasks a decision is about', () => {
  expect(chosenWords({ here: 2, elsewhere: 0, read: 5, more: false })).toBe('2 chosen')
  expect(chosenWords({ here: 2, elsewhere: 0, read: 50, more: true })).toBe('2 chosen')
  expect(chosenWords({ here: 5, elsewhere: 0, read: 5, more: false })).toBe('5 chosen')
})

it('says that all of what is read is not all of the list', () => {
  expect(chosenWords({ here: 50, elsewhere: 0, read: 50, more: true })).toBe(
    '50 chosen; the list goes on, and what is not read yet is not chosen',
  )
  expect(allWords(50, true)).toBe('All 50 read so far')
  expect(allWords(20, false)).toBe('All 20 shown')
})

it('says what was chosen before and is left out, because the list does not hold it any more', () => {
  expect(chosenWords({ here: 2, elsewhere: 1, read: 5, more: false })).toBe(
    '2 chosen; 1 chosen before is not in it and left out',
  )
  expect(chosenWords({ here: 50, elsewhere: 3, read: 50, more: true })).toContain(
    '3 chosen before are not in it and left out',
  )
})
