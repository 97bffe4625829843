import { expect, test } from 'vitest'
import { readCopies, storeCopies } from './recovery-copies.ts'

function shelf(room = Number.POSITIVE_INFINITY) {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem(key: string, value: string) {
      if (value.length > room) throw new Error('QuotaExceededError')
      values.set(key, value)
    },
  }
}
const copy = (text: string, at = 1) => ({ at, of: 'mine' as const, by: 'ana', text })

test('texts that gave way are kept, newest first, each once, and not for ever', () => {
  const storage = shelf()
  for (const text of ['a', 'b', 'a']) storeCopies(storage, 'Loan', [copy(text)])
  expect(readCopies(storage, 'Loan').map(({ text }) => text)).toEqual(['a', 'b'])
  expect(readCopies(storage, 'Other')).toEqual([])
  for (let index = 0; index < 20; index += 1) storeCopies(storage, 'Loan', [copy(`text ${index}`)])
  expect(readCopies(storage, 'Loan')).toHaveLength(8)
  expect(readCopies(storage, 'Loan')[0]?.text).toBe('text 19')
})

test('where there is no room the oldest go first, and the newest is tried alone', () => {
  const storage = shelf(300)
  for (const letter of ['a', 'b', 'c']) storeCopies(storage, 'Loan', [copy(letter.repeat(100))])
  expect(readCopies(storage, 'Loan').map(({ text }) => text[0])).toEqual(['c', 'b'])
  expect(storeCopies(storage, 'Loan', [copy('d'.repeat(1_000))])).toBe(false)
  expect(readCopies(storage, 'Loan').map(({ text }) => text[0])).toEqual(['c', 'b'])
})

test('it is known whether all that gave way is kept', () => {
  const storage = shelf(300)
  storeCopies(storage, 'Loan', [copy('a'.repeat(100))])
  expect(storeCopies(storage, 'Loan', [copy('b'.repeat(90)), copy('c'.repeat(90))])).toBe(true)
  expect(readCopies(storage, 'Loan').map(({ text }) => text[0])).toEqual(['b', 'c'])
  expect(storeCopies(storage, 'Loan', [copy('d'.repeat(200)), copy('e'.repeat(200))])).toBe(false)
  expect(readCopies(storage, 'Loan').map(({ text }) => text[0])).toEqual(['d'])
})

test('what somebody else wrote there is not read', () => {
  expect(readCopies({ getItem: () => '{' }, 'Loan')).toEqual([])
  expect(readCopies({ getItem: () => '{"a":1}' }, 'Loan')).toEqual([])
  expect(readCopies({ getItem: () => '[null, {"at": 1}]' }, 'Loan')).toEqual([])
})
