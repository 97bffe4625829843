import { expect, test } from 'vitest'
import { pasteText, removeCopied, selectionAsText } from '../../commands/clipboard.ts'
import { revealProblemsOf } from '../../commands/reveal.ts'
import { addStep, connectSteps, moveSteps, removeSelection } from '../../commands/step-commands.ts'
import { Session } from '../session.ts'
import { quietPorts } from '../testing/quiet-ports.ts'

const text = `workflow_type: Lines
steps:
  - { name: Take, function: a.take }
  - name: Each
    type: LOOP
    mode: ITERATE
    iterate_over: input.lines
    loop_body:
      - { name: Price, function: a.price }
      - { name: Keep, function: a.keep }
  - { name: Tell, function: a.tell }
layout:
  Take: [0, 0]
  Each: [0, 120]
  Tell: [0, 240]
  group 1: { title: Ends, steps: [Each, Tell] }
`

async function world(written = text) {
  const session = new Session(
    'Lines',
    { text: written, revision: 1, updatedBy: 'You', updatedAt: '2026-01-01T00:00:00.000Z' },
    quietPorts,
  )
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  const drawn = (id: string) => session.flow.store.getState().nodes.find((node) => node.id === id)
  const layout = () => session.document.store.getState().parsed.layout
  const body = () => {
    const loop = session.document.store.getState().definition?.steps.find(({ type }) => type === 'LOOP')
    return loop?.type === 'LOOP' ? loop.loop_body.map(({ name }) => name) : []
  }
  return { session, settle, drawn, layout, body }
}

test('an open loop pushes away what is below, without moving it in the text', async () => {
  const { session, settle, drawn, layout } = await world()
  session.expansion.toggle('Each')
  await settle()
  const frame = drawn('Each')
  expect(frame?.data.open).toBe(true)
  expect(drawn('Price')).toMatchObject({ draggable: false, data: { owner: 'Each' } })
  const tell = drawn('Tell')?.position ?? { x: 0, y: 0 }
  expect(tell.y).toBe(240 + (frame?.height ?? 0) - 56)
  expect(layout().Tell).toEqual([0, 240])
  moveSteps(session, { Tell: { x: tell.x, y: tell.y + 30 }, Price: { x: 5, y: 5 } })
  expect(layout()).toMatchObject({ Tell: [0, 270], Each: [0, 120] })
  expect(layout().Price).toBeUndefined()
})

test('a frame takes along what is in it while it is dragged', async () => {
  const { session, settle, drawn } = await world()
  session.expansion.toggle('Each')
  await settle()
  const [frame, inner] = [drawn('Each')?.position, drawn('Price')?.position]
  const to = { x: (frame?.x ?? 0) + 50, y: (frame?.y ?? 0) + 10 }
  session.flow.changeNodes([{ type: 'position', id: 'Each', position: to, dragging: true }])
  expect(drawn('Price')?.position).toEqual({ x: (inner?.x ?? 0) + 50, y: (inner?.y ?? 0) + 10 })
  expect(session.flow.isMoved('Each')).toBe(true)
})

test('nodes are drawn where they stand: as opened, while dragged, and ahead of the document', async () => {
  const { session, settle } = await world()
  const apart = () =>
    session.flow.store
      .getState()
      .nodes.filter(({ position, style }) => position.x !== style?.left || position.y !== style.top)
  session.flow.drawAhead({ Take: { x: 12.4, y: 8 } })
  expect(apart()).toEqual([])
  session.expansion.toggle('Each')
  await settle()
  expect(apart()).toEqual([])
  session.flow.changeNodes([{ type: 'position', id: 'Each', position: { x: 60, y: 200 }, dragging: true }])
  expect(apart()).toEqual([])
})

test('steps are added to a body, joined in it, and removed from it; no edge leads out', async () => {
  const { session, body } = await world()
  session.selection.selectStep('Price')
  expect(addStep(session, 'HTTP')).toBe(true)
  expect(body()).toHaveLength(3)
  expect(connectSteps(session, 'Price', 'Tell')).toBe(false)
  expect(addStep(session, 'SCRIPT', { within: 'Each', position: { x: 0, y: 0 } })).toBe(true)
  expect(body()).toHaveLength(4)
  session.selection.selectSteps(['Keep', 'Tell'])
  removeSelection(session)
  expect(body()).not.toContain('Keep')
  expect(session.document.store.getState().definition?.steps.map(({ name }) => name)).toEqual(['Take', 'Each'])
})

test('a branch is added to a PARALLEL step, which is drawn open from the beginning and stays open', async () => {
  const { session } = await world(`workflow_type: Lines
steps:
  - { name: Both, type: PARALLEL, tasks: [{ name: Ask, type: HUMAN }] }
`)
  const open = () => session.expansion.store.getState().insides.has('Both')
  expect(open()).toBe(true)
  expect(addStep(session, 'WAIT', { within: 'Both', position: { x: 0, y: 0 } })).toBe(true)
  expect(open()).toBe(true)
})

test('a folded group is one node; moving it moves its steps, selecting it selects them', async () => {
  const { session, drawn, layout } = await world()
  session.perform({ type: 'set_group', group: 'group 1', collapsed: true })
  expect(drawn('Tell')).toBeUndefined()
  const at = drawn('group 1')?.position ?? { x: 0, y: 0 }
  expect(session.flow.stepsOf('group 1')).toEqual(['Each', 'Tell'])
  expect(session.flow.drawnId('Tell')).toBe('group 1')
  session.selection.selectSteps(['Each', 'Tell'])
  expect(drawn('group 1')).toMatchObject({ selected: true, ariaLabel: 'Group Ends, collapsed, 2 steps' })
  moveSteps(session, { 'group 1': { x: at.x + 10, y: at.y + 20 } })
  expect(layout()).toMatchObject({ Each: [10, 140], Tell: [10, 260], Take: [0, 0] })
})

test('what stands below a folded group is drawn nearer, keeps its place, and is dropped where it is shown', async () => {
  const { session, drawn, layout } = await world()
  session.perform({ type: 'add_step', step: { type: 'WAIT', name: 'After' }, position: { x: 0, y: 360 } })
  session.perform({ type: 'set_group', group: 'group 1', collapsed: true })
  expect(layout().After).toEqual([0, 360])
  expect(drawn('After')?.position).toEqual({ x: 0, y: 240 })
  expect(session.flow.store.getState().room.toDrawn({ x: 8, y: 360 })).toEqual({ x: 8, y: 240 })
  moveSteps(session, { After: { x: 4, y: 250 } })
  expect(layout().After).toEqual([4, 370])
  expect(drawn('After')?.position).toEqual({ x: 4, y: 250 })
})

test('a closed loop, and a folded group with one in it, has the problems of what is in it; an open one leaves them there', async () => {
  const { session, settle, drawn } = await world()
  session.perform({ type: 'set_field', step: 'Keep', path: ['when'], value: 'item.kept >' })
  session.problems.show(session.document.store.getState().parsed.problems)
  const marks = () => session.overlay.getState().nodes
  expect(drawn('Each')?.ariaLabel).toBe('Each, Loop, 1 problem')
  expect(marks().Each?.problems).toEqual({ count: 1, severity: 'error' })
  revealProblemsOf(session, 'Each')
  expect([...session.selection.store.getState().steps]).toEqual(['Keep'])
  session.expansion.toggle('Each')
  await settle()
  expect(drawn('Each')?.ariaLabel).toBe('Each, Loop')
  expect(drawn('Keep')?.ariaLabel).toContain('1 problem')
  expect(marks().Each).toBeUndefined()
  expect(marks().Keep?.problems?.count).toBe(1)
  session.expansion.toggle('Each')
  expect(marks().Each?.problems?.count).toBe(1)
  session.perform({ type: 'set_group', group: 'group 1', collapsed: true })
  expect(drawn('group 1')?.ariaLabel).toBe('Group Ends, collapsed, 2 steps, 1 problem')
})

test('steps are pasted into the list that has the selection, or into an open loop without steps', async () => {
  const { session, body } = await world()
  const steps = () => session.document.store.getState().definition?.steps.map(({ name }) => name)
  session.selection.selectSteps(['Price', 'Keep'])
  const fragment = selectionAsText(session) ?? ''
  removeCopied(session)
  expect(body()).toEqual([])
  session.document.undo()
  expect(body()).toEqual(['Price', 'Keep'])
  session.selection.selectSteps(['Price', 'Take'])
  removeCopied(session)
  expect([body(), steps()]).toEqual([['Keep'], ['Each', 'Tell']])
  session.selection.selectStep('Keep')
  pasteText(session, fragment)
  expect(body()).toEqual(['Keep', 'Price', 'Keep_2'])
  session.selection.selectSteps(['Keep', 'Tell'])
  pasteText(session, fragment)
  expect(steps()).toEqual(['Each', 'Tell', 'Price_2', 'Keep_3'])
  session.selection.selectSteps(['Keep', 'Price', 'Keep_2'])
  removeCopied(session)
  session.expansion.toggle('Each')
  session.selection.selectStep('Each')
  pasteText(session, fragment)
  expect(body()).toEqual(['Price', 'Keep'])
})

test('a step of a loop is shown by its own node, or by what is drawn in its place', async () => {
  const { session, settle } = await world()
  expect(session.flow.drawnId('Price')).toBe('Each')
  session.expansion.toggle('Each')
  await settle()
  expect(session.flow.drawnId('Price')).toBe('Price')
  expect(session.flow.drawnId('Soon')).toBe('Soon')
  session.perform({ type: 'set_group', group: 'group 1', collapsed: true })
  expect(session.flow.drawnId('Price')).toBe('group 1')
})
