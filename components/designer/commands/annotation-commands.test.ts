import { expect, test } from 'vitest'
import { Session } from '../model/session.ts'
import { annotationsIn, tabStopOf } from '../model/stores/annotations.ts'
import { quietPorts } from '../model/testing/quiet-ports.ts'
import { goToAnnotations, goToBeside, moveAnnotation, removeAnnotation, selectSteps } from './annotation-commands.ts'

const text = `# note 1: Ask Ana first
workflow_type: Noted
steps:
  - { name: A, function: x.a }
  - { name: B, function: x.b }
layout:
  A: [0, 0]
  B: [0, 120]
  note 1: [300, 0]
  group 1: { title: Open, steps: [A] }
  group 2: { title: Folded, steps: [B], collapsed: true }
`

const open = () =>
  new Session('Noted', { text, revision: 1, updatedBy: 'local', updatedAt: '2026-01-01T00:00:00.000Z' }, quietPorts)
const layoutOf = (session: ReturnType<typeof open>) => session.document.store.getState().parsed.layout
const asked = (session: ReturnType<typeof open>) => session.annotations.store.getState().request

test('groups come before notes; a folded group is a node of the canvas, and a row of the outline', () => {
  const document = open().document.store.getState()
  const ids = (place: 'canvas' | 'outline') => annotationsIn(document, place).map(({ id }) => id)
  expect(ids('canvas')).toEqual(['group 1', 'note 1'])
  expect(ids('outline')).toEqual(['group 1', 'group 2', 'note 1'])
})

test('all of a place are one stop of the Tab key: the last one, or the first', () => {
  const shown = annotationsIn(open().document.store.getState(), 'canvas')
  expect(tabStopOf(shown, null)).toBe('group 1')
  expect(tabStopOf(shown, 'note 1')).toBe('note 1')
  expect(tabStopOf(shown, 'note 7')).toBe('group 1')
  expect(tabStopOf([], 'note 1')).toBeUndefined()
})

test('arrows go from one to the next and stop at the ends', () => {
  const session = open()
  goToAnnotations(session)
  expect(asked(session)).toEqual({ id: 'group 1', place: 'canvas' })
  session.annotations.focused({ kind: 'group', id: 'group 1' }, 'canvas')
  goToBeside(session, 1)
  expect(asked(session)).toEqual({ id: 'note 1', place: 'canvas' })
  session.annotations.focused({ kind: 'note', id: 'note 1' }, 'canvas')
  session.annotations.met()
  goToBeside(session, 1)
  expect(asked(session)).toBeNull()
})

test('a note moves by keys, and so do all steps of a group: a burst is one step back', () => {
  const session = open()
  session.annotations.focused({ kind: 'note', id: 'note 1' }, 'canvas')
  moveAnnotation(session, 'right', 20)
  moveAnnotation(session, 'down', 20)
  expect(layoutOf(session)['note 1']).toEqual([320, 20])
  session.annotations.focused({ kind: 'group', id: 'group 1' }, 'canvas')
  moveAnnotation(session, 'up', 100)
  expect(layoutOf(session).A).toEqual([0, -100])
  session.annotations.focused({ kind: 'group', id: 'group 2' }, 'outline')
  moveAnnotation(session, 'left', 20)
  expect(layoutOf(session).B).toEqual([-20, 120])
  for (const _ of ['B', 'A', 'note']) session.document.undo()
  expect(session.document.store.getState().text).toBe(text)
})

test('a note that is deleted leaves the keyboard at its neighbour, and comes back by undo', () => {
  const session = open()
  session.annotations.focused({ kind: 'note', id: 'note 1' }, 'canvas')
  removeAnnotation(session, { kind: 'note', id: 'note 1' })
  expect(session.document.store.getState().text).not.toContain('Ask Ana')
  expect(asked(session)).toEqual({ id: 'group 1', place: 'canvas' })
  session.document.undo()
  expect(session.document.store.getState().text).toBe(text)
})

test('of a group the frame goes and the steps stay; the space bar selects them instead', () => {
  const session = open()
  session.annotations.focused({ kind: 'group', id: 'group 1' }, 'canvas')
  selectSteps(session)
  expect([...session.selection.store.getState().steps]).toEqual(['A'])
  removeAnnotation(session, { kind: 'group', id: 'group 1' })
  const { parsed, definition } = session.document.store.getState()
  expect(parsed.groups.map(({ id }) => id)).toEqual(['group 2'])
  expect(definition?.steps.map(({ name }) => name)).toEqual(['A', 'B'])
})
