import { expect, test } from 'vitest'
import type { SaveState } from '../../model/saving/autosave.ts'
import { roughly, saveWords, storedWords } from './save-words.ts'

test.each([
  [-5, '0 s'],
  [2_400, '2 s'],
  [90_000, '2 min'],
  [3 * 3_600_000, '3 h'],
  [72 * 3_600_000, '3 days'],
])('%d ms is roughly %s', (ms, words) => {
  expect(roughly(ms)).toBe(words)
})

test.each<[SaveState, string]>([
  [{ kind: 'saved', at: 9_500 }, 'Saved'],
  [{ kind: 'saved', at: 5_000 }, 'Saved 5 s ago'],
  [{ kind: 'unsaved' }, 'Edited'],
  [{ kind: 'saving' }, 'Saving…'],
  [{ kind: 'retrying', attempt: 2, message: 'offline' }, 'Could not save – retrying'],
  [{ kind: 'refused', message: 'The text is larger than 512 kB.' }, 'Not saved: The text is larger than 512 kB'],
  [{ kind: 'conflict', theirs: { revision: 2, text: '', updatedBy: 'ana' }, undecided: false }, 'Merging…'],
  [{ kind: 'conflict', theirs: { revision: 2, text: '', updatedBy: 'ana' }, undecided: true }, 'Conflict with ana'],
])('%j reads %s', (state, words) => {
  expect(saveWords(state, 10_000)).toBe(words)
})

test('what is not saved is said to be kept only where it is', () => {
  expect(storedWords(true)).toBe('saved in this browser')
  expect(storedWords(false)).toMatch(/^not saved in this browser/)
})

test('who is in the directory is called by their name', () => {
  const theirs = { revision: 2, text: '', updatedBy: 'ana' }
  const nameOf = (id: string) => (id === 'ana' ? 'Ana López' : id)
  expect(saveWords({ kind: 'conflict', theirs, undecided: true }, 0, nameOf)).toBe('Conflict with Ana López')
})
