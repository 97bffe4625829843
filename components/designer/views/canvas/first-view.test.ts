import { expect, it } from 'vitest'
import { type FlowState, FlowStore } from '../../model/drawing/flow-store.ts'
import { cullAbove, firstView } from './first-view.ts'

const size = { width: 800, height: 600 }
const empty = new FlowStore(async () => new Map()).store.getState()
const one = {
  id: 'A',
  type: 'step',
  position: { x: 0, y: 0 },
  data: { stepType: 'WAIT', name: 'A', summary: '' },
} as const
const drawn: FlowState = { ...empty, nodes: [one] }

it('has everything in view at once, as soon as there is something and a place for it', () => {
  expect(firstView(drawn, size)).toMatchObject({
    initialNodes: [one],
    initialWidth: 800,
    initialHeight: 600,
    fitView: true,
  })
  expect(firstView(empty, size)).toBeNull()
  expect(firstView(drawn, { width: 0, height: 600 })).toBeNull()
  expect(firstView(drawn, { width: 800, height: 0 })).toBeNull()
})

it('has the steps in view that lie together, where all of them are too far apart', () => {
  const far = { ...one, id: 'B', position: { x: 1e6, y: -1e6 } }
  expect(firstView({ ...drawn, nodes: [one, far] }, size)).toMatchObject({
    initialNodes: [one],
    initialFitViewOptions: { nodes: [one] },
  })
})

it('begins with the edges of some steps, and with none of a crowd', () => {
  const edge = { id: 'A-A', type: 'flow', source: 'A', target: 'A' } as const
  const few: FlowState = { ...drawn, edges: [edge] }
  expect(firstView(few, size)?.initialEdges).toEqual([edge])
  const many = Array.from({ length: cullAbove + 1 }, (_, index) => ({ ...one, id: `A${index}` }))
  expect(firstView({ ...few, nodes: many }, size)?.initialEdges).toEqual([])
})
