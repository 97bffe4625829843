import { expect, test } from 'vitest'
import { Session } from '../model/session.ts'
import { quietPorts } from '../model/testing/quiet-ports.ts'
import { moveAnnotation, toggleNote } from './annotation-commands.ts'
import { pasteText, removeCopied, selectionAsText } from './clipboard.ts'
import { chosenNotes, countWords } from './move-notes.ts'
import { duplicateSelection, nudgeSelection, removeSelection } from './step-commands.ts'

const text = `# note 1: Ask Ana first
# note 2: Nowhere yet
workflow_type: Noted
steps:
  - { name: A, function: x.a }
  - { name: B, function: x.b }
layout:
  A: [0, 0]
  B: [0, 120]
  note 1: [300, 0]
`

const open = (of = text) =>
  new Session('Noted', { text: of, revision: 1, updatedBy: 'local', updatedAt: '2026-01-01T00:00:00.000Z' }, quietPorts)
type Open = ReturnType<typeof open>
const layoutOf = (session: Open) => session.document.store.getState().parsed.layout
const textOf = (session: Open) => session.document.store.getState().text
const selected = (session: Open) => {
  const { steps, notes } = session.selection.store.getState()
  return [...steps, ...notes]
}

test('notes that are selected with steps are copied, cut, and pasted into another workflow, where they are selected', () => {
  const session = open()
  session.selection.selectSteps(['A'], new Set(['note 1']))
  const copied = selectionAsText(session) ?? ''
  expect(copied).toContain('# note 1: Ask Ana first\n')
  removeCopied(session)
  expect(textOf(session)).not.toContain('Ask Ana')
  expect(textOf(session)).not.toContain('note 1')
  expect(session.document.store.getState().history.past.at(-1)?.label).toBe('cutting 1 step and 1 note')
  expect(selected(session)).toEqual([])
  session.document.undo()
  expect(textOf(session)).toBe(text)
  const other = open('# note 1: Another\nworkflow_type: Other\nsteps: []\n')
  expect(pasteText(other, copied)).toBe(true)
  expect(textOf(other)).toMatch(/^# note 1: Another\n# note 2: Ask Ana first\n/)
  expect(selected(other)).toEqual(['A', 'note 2'])
  const [step, note] = [layoutOf(other).A, layoutOf(other)['note 2']]
  expect([(note?.[0] ?? 0) - (step?.[0] ?? 0), (note?.[1] ?? 0) - (step?.[1] ?? 0)]).toEqual([300, 0])
})

test('they are duplicated, moved and taken away together', () => {
  const session = open()
  session.selection.selectSteps(['A'], new Set(['note 1']))
  duplicateSelection(session)
  expect(selected(session)).toEqual(['A_2', 'note 3'])
  expect(layoutOf(session)).toMatchObject({ A_2: [32, 32], 'note 3': [332, 32] })
  nudgeSelection(session, 8, 0)
  expect(layoutOf(session)).toMatchObject({ A_2: [40, 32], 'note 3': [340, 32] })
  expect(session.document.store.getState().history.past.at(-1)?.label).toBe('moving 1 step and 1 note')
  removeSelection(session)
  expect(Object.keys(layoutOf(session))).toEqual(['A', 'B', 'note 1'])
})

test('a note that the keyboard is on is meant alone, as long as nothing is selected', () => {
  const session = open()
  session.annotations.focused({ kind: 'note', id: 'note 2' }, 'canvas')
  expect(chosenNotes(session)).toEqual(['note 2'])
  expect(selectionAsText(session)).toBe('# note 2: Nowhere yet\nsteps: []\n')
  toggleNote(session)
  expect(selected(session)).toEqual(['note 2'])
  session.annotations.focused({ kind: 'note', id: 'note 1' }, 'canvas')
  toggleNote(session)
  moveAnnotation(session, 'down', 20)
  expect(layoutOf(session)).toMatchObject({ A: [0, 0], 'note 1': [300, 20] })
  expect(layoutOf(session)['note 2']).toBeDefined()
  toggleNote(session)
  expect(selected(session)).toEqual(['note 2'])
  session.selection.selectStep('A')
  expect(chosenNotes(session)).toEqual([])
})

test('what is copied is counted in words', () => {
  expect(countWords(1, 0)).toBe('1 step')
  expect(countWords(2, 1)).toBe('2 steps and 1 note')
  expect(countWords(0, 2)).toBe('2 notes')
})
