import { describe, expect, test } from 'vitest'
import { emptyHistory, type History, record } from '#core/graph/history/history.ts'
import { openDraft, readStoredDraft, type StoredDraft, writeStoredDraft } from './stored-draft.ts'

const history: History = record(emptyHistory, {
  label: 'typing',
  mergeKey: 'typing',
  at: 5,
  before: 'a',
  splices: [{ start: 0, end: 1, text: 'mine' }],
})
const draft = { text: 'theirs', revision: 4, updatedBy: 'ana' }
const stored: StoredDraft = { revision: 4, text: 'mine', saved: false, history }

/** A storage with room for so many characters. */
function storage(room = Number.POSITIVE_INFINITY) {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError')
      items.set(key, value)
    },
  }
}

describe('opening a draft', () => {
  test("with nothing kept here it is the server's", () => {
    expect(openDraft(draft, null)).toEqual({ text: 'theirs', history: emptyHistory, theirs: null })
  })

  test('the history goes on where the texts are the same, whatever the revision', () => {
    expect(openDraft({ ...draft, text: 'mine', revision: 9 }, stored).history).toBe(history)
  })

  test('what was typed and not saved is kept', () => {
    expect(openDraft(draft, stored)).toEqual({ text: 'mine', history, theirs: null })
  })

  test('when somebody else saved meanwhile, a person decides', () => {
    expect(openDraft({ ...draft, revision: 5 }, stored)).toEqual({
      text: 'mine',
      history,
      theirs: { text: 'theirs', revision: 5, updatedBy: 'ana' },
    })
  })

  test('what was saved gives way to what is newer, and its history with it', () => {
    expect(openDraft({ ...draft, revision: 5 }, { ...stored, saved: true })).toEqual({
      text: 'theirs',
      history: emptyHistory,
      theirs: null,
    })
  })
})

describe('keeping a draft in the browser', () => {
  test('what was written is read back', () => {
    const shelf = storage()
    expect(writeStoredDraft(shelf, 'Loan', stored)).toBe(true)
    expect(readStoredDraft(shelf, 'Loan')).toEqual(stored)
    expect(readStoredDraft(shelf, 'Other')).toBeNull()
  })

  test('without room for the history the text is still kept', () => {
    const shelf = storage(JSON.stringify(stored).length - 1)
    writeStoredDraft(shelf, 'Loan', stored)
    expect(readStoredDraft(shelf, 'Loan')).toEqual({ ...stored, history: emptyHistory })
  })

  test('a full or strange storage is no reason to fail', () => {
    const full = storage(0)
    expect(writeStoredDraft(full, 'Loan', stored)).toBe(false)
    expect(readStoredDraft(full, 'Loan')).toBeNull()
    expect(readStoredDraft({ getItem: () => '{' }, 'Loan')).toBeNull()
    expect(readStoredDraft({ getItem: () => '{"text":1}' }, 'Loan')).toBeNull()
  })
})
