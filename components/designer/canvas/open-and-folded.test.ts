import { expect, test } from 'vitest'
import { addStep, connectSteps, moveSteps, removeSelection } from '../commands.ts'
import { layeredLayout } from '../layout/layered-layout.ts'
import { createSession } from '../session.ts'

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

async function world() {
  const none = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  const session = createSession(
    'Lines',
    { text, revision: 1, updatedBy: 'You', updatedAt: '2026-01-01T00:00:00.000Z' },
    {
      storage: none,
      tab: none,
      newId: () => 'tab',
      requestLayout: async (request) => layeredLayout(request),
      requestWays: async () => new Map(),
      readPublished: async () => null,
      save: async () => ({ outcome: 'saved', revision: 2, updatedAt: '2026-01-01T00:00:00.000Z' }),
      schedule: () => () => undefined,
      afterFrame: () => () => undefined,
      now: () => 0,
    },
  )
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  const drawn = (id: string) => session.flow.store.getState().nodes.find((node) => node.id === id)
  const layout = () => session.document.store.getState().parsed.layout
  const body = () => {
    const loop = session.document.store.getState().definition?.steps[1]
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

test('a folded group is one node; moving it moves its steps, selecting it selects them', async () => {
  const { session, drawn, layout } = await world()
  session.perform({ type: 'set_group', group: 'group 1', collapsed: true })
  expect(drawn('Tell')).toBeUndefined()
  const at = drawn('group 1')?.position ?? { x: 0, y: 0 }
  expect(session.flow.stepsOf('group 1')).toEqual(['Each', 'Tell'])
  expect(session.flow.drawnId('Tell')).toBe('group 1')
  session.selection.selectSteps(['Each', 'Tell'])
  expect(drawn('group 1')).toMatchObject({ selected: true, ariaLabel: 'Group Ends, folded, 2 steps' })
  moveSteps(session, { 'group 1': { x: at.x + 10, y: at.y + 20 } })
  expect(layout()).toMatchObject({ Each: [10, 140], Tell: [10, 260], Take: [0, 0] })
})

test('what stands below a folded group is drawn nearer, keeps its place, and is dropped where it is shown', async () => {
  const { session, drawn, layout } = await world()
  session.perform({ type: 'add_step', step: { type: 'WAIT', name: 'After' }, position: { x: 0, y: 360 } })
  session.perform({ type: 'set_group', group: 'group 1', collapsed: true })
  expect(layout().After).toEqual([0, 360])
  expect(drawn('After')?.position).toEqual({ x: 0, y: 240 })
  expect(session.flow.store.getState().room.drawn({ x: 8, y: 360 })).toEqual({ x: 8, y: 240 })
  moveSteps(session, { After: { x: 4, y: 250 } })
  expect(layout().After).toEqual([4, 370])
  expect(drawn('After')?.position).toEqual({ x: 4, y: 250 })
})
