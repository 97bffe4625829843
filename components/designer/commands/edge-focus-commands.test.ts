import { expect, test } from 'vitest'
import { Session } from '../model/session.ts'
import { quietPorts } from '../model/testing/quiet-ports.ts'
import { focusedEdgeLabel, goToBesideEdge, goToEdge, goToEnd, leaveEdge } from './edge-focus-commands.ts'

const text = `workflow_type: Walked
steps:
  - { name: Start, function: x.a }
  - name: Gate
    type: DECISION
    routes: [{ condition: state.x > 1, target: High }, { default: Low }]
  - { name: High, function: x.b, next: END, on_failure: { target_step: Low } }
  - { name: Low, function: x.c }
  - { name: Alone, function: x.d, dependencies: [] }
layout:
  Start: [0, 0]
  Gate: [0, 120]
  High: [0, 240]
  Low: [300, 240]
  Alone: [600, 0]
`

const open = () =>
  new Session('Walked', { text, revision: 1, updatedBy: 'local', updatedAt: '2026-01-01T00:00:00.000Z' }, quietPorts)
type Opened = ReturnType<typeof open>

/** What is read out of the edge that the keyboard is on, which is the one that is selected. */
function said(session: Opened): string | null {
  const { on } = session.edgeFocus.store.getState()
  const [selected] = session.selection.store.getState().edges
  expect(on?.edge).toBe(on === null ? undefined : selected)
  const edge = on === null ? undefined : session.flow.store.getState().graphEdges.get(on.edge)
  return on === null || edge === undefined ? null : focusedEdgeLabel(session, edge, on.around)
}

test('from a step its edges are gone through one after another, those that lead on before those that lead to it', () => {
  const session = open()
  session.selection.selectStep('Gate')
  goToEdge(session)
  const heard = [0, 1, 2].map(() => {
    const words = said(session)
    goToBesideEdge(session, 1)
    return words
  })
  expect(heard).toEqual([
    'Route from Gate to High, state.x > 1, 1 of 3 of Gate',
    'Route from Gate to Low, otherwise, 2 of 3 of Gate',
    'Connection from Start to Gate, 3 of 3 of Gate',
  ])
  expect(said(session)).toBe(heard[0])
  goToBesideEdge(session, -1)
  expect(said(session)).toBe(heard[2])
})

test('a step that no other follows has the edge to its end, and those that lead to it', () => {
  const session = open()
  session.selection.selectStep('Low')
  goToEdge(session)
  expect(said(session)).toBe('Connection from Low to the end, 1 of 3 of Low')
  goToBesideEdge(session, 1)
  expect(said(session)).toBe('Route from Gate to Low, otherwise, 2 of 3 of Low')
  goToBesideEdge(session, 1)
  expect(said(session)).toBe('On failure from High to Low, 3 of 3 of Low')
  session.edgeFocus.left()
  session.selection.selectStep('Alone')
  goToEdge(session)
  expect(said(session)).toBe('Connection from Alone to the end')
  goToEnd(session, 'target')
  expect([...session.selection.store.getState().edges]).toHaveLength(1)
})

test('an edge that was clicked is gone to as it is, as one of those of the step that it comes from', () => {
  const session = open()
  const edges = [...session.flow.store.getState().graphEdges.values()]
  session.selection.selectEdge(edges.find(({ target }) => target === 'High')?.id ?? '')
  goToEdge(session)
  expect(said(session)).toBe('Route from Gate to High, state.x > 1, 1 of 3 of Gate')
})

test('it leads to its two ends, and back to the step that it was reached from', () => {
  const session = open()
  const selected = () => [...session.selection.store.getState().steps]
  session.selection.selectStep('Start')
  goToEdge(session)
  expect(said(session)).toBe('Connection from Start to Gate')
  goToEnd(session, 'target')
  expect(selected()).toEqual(['Gate'])
  goToEdge(session)
  goToEnd(session, 'source')
  expect(selected()).toEqual(['Gate'])
  goToEdge(session)
  goToBesideEdge(session, -1)
  expect(leaveEdge(session)).toBe(true)
  expect(selected()).toEqual(['Gate'])
  expect(session.view.store.getState().stepRequest).toMatchObject({ step: 'Gate', focus: true })
  session.edgeFocus.left()
  expect(leaveEdge(session)).toBe(false)
  goToEnd(session, 'target')
  expect(selected()).toEqual(['Gate'])
})

test('where no step has the keyboard there is nothing to go to', () => {
  const session = open()
  goToEdge(session)
  expect(said(session)).toBeNull()
})
