import { expect, test } from 'vitest'
import type { MergeConflict } from '#core/graph/merge/merge-drafts.ts'
import { choicesOf, conflictSentence, conflictTitle } from './conflict-words.ts'

const conflict: MergeConflict = {
  id: 'x',
  step: 'Pay',
  path: ['retry', 'max_attempts'],
  kind: 'value',
  base: '1',
  mine: '2',
  theirs: '3',
  both: false,
}

test.each<[Partial<MergeConflict>, string, string]>([
  [{}, 'Pay · retry › max_attempts', 'Both of you changed it.'],
  [{ step: null, path: ['description'] }, 'description', 'Both of you changed it.'],
  [{ path: ['next'] }, 'Pay · what comes next', 'Both of you changed it.'],
  [{ base: null }, 'Pay · retry › max_attempts', 'Both of you added text here.'],
  [{ mine: null }, 'Pay · retry › max_attempts', 'You removed it; Ana changed it.'],
  [{ theirs: null }, 'Pay · retry › max_attempts', 'Ana removed it; you changed it.'],
  [{ kind: 'step', path: [], mine: null }, 'The step Pay', 'You removed this step; Ana changed it.'],
  [{ kind: 'step', path: [], theirs: null }, 'The step Pay', 'Ana removed this step; you changed it.'],
  [{ kind: 'step', path: [], base: null }, 'The step Pay', 'Both of you added a step Pay.'],
  [{ kind: 'name' }, 'The name of Pay', 'Both of you renamed Pay.'],
  [{ kind: 'lines', step: null }, 'Lines of YAML', 'Both of you changed it.'],
])('%j is titled %s', (more, title, sentence) => {
  expect(conflictTitle({ ...conflict, ...more })).toBe(title)
  expect(conflictSentence({ ...conflict, ...more }, 'Ana')).toBe(sentence)
})

test('what can be chosen says what it does', () => {
  const labels = (more: Partial<MergeConflict>, who = 'Ana') =>
    choicesOf({ ...conflict, ...more }, who).map(({ label }) => label)
  expect(labels({})).toEqual(['Keep mine', 'Take Ana’s'])
  expect(labels({ both: true }, 'another window')).toEqual(['Keep mine', 'Take theirs', 'Keep both'])
  expect(labels({ kind: 'step', mine: null })).toEqual(['Remove the step', 'Take Ana’s'])
  expect(labels({ theirs: null })).toEqual(['Keep mine', 'Remove it'])
})
