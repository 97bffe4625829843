import { expect, it } from 'vitest'
import { edgePath } from './edge-path.ts'
import { type DrawnEdge, labelPositions } from './label-positions.ts'
import { labelSize } from './label-size.ts'

const edge = (id: string, from: [number, number], to: [number, number], label?: string): DrawnEdge => ({
  id,
  from: { x: from[0], y: from[1] },
  to: { x: to[0], y: to[1] },
  shape: {},
  label,
})
const card = (x: number, y: number) => ({ left: x, right: x + 216, top: y, bottom: y + 56 })

it('leaves a label where nothing is in its way', () => {
  expect(labelPositions([card(0, 0), card(0, 156)], [edge('a', [108, 56], [108, 156], 'state.ok')]).size).toBe(0)
  expect(labelPositions([card(0, 0)], [edge('a', [108, 56], [108, 156])]).size).toBe(0)
})

it('moves a label along its edge from under a node', () => {
  const lane = { x: 0, top: 100, bottom: 500 }
  const drawn = { ...edge('a', [100, 56], [100, 560], 'state.paid_amount > 10'), shape: { lane } }
  const usual = edgePath(drawn.from, drawn.to, drawn.shape).label
  const node = card(20, usual.y - 28)
  const along = labelPositions([node], [drawn]).get('a')
  const { label } = edgePath(drawn.from, drawn.to, { lane, labelAt: along })
  const { width, height } = labelSize('state.paid_amount > 10')
  const isBeside =
    label.x + width / 2 <= node.left || label.y + height / 2 <= node.top || label.y - height / 2 >= node.bottom
  expect(isBeside).toBe(true)
})

it('sets two labels apart, one of them beside its usual place', () => {
  const both = [edge('a', [100, 0], [100, 200], 'state.first'), edge('b', [110, 0], [110, 200], 'state.second')]
  const places = labelPositions([], both)
  expect([...places.keys()]).toEqual(['a'])
})

it('leaves the line of another edge free', () => {
  const crossing = edge('c', [-200, 100], [400, 140])
  const own = edge('a', [100, 0], [100, 200], 'state.ok')
  expect(labelPositions([], [own, crossing]).has('a')).toBe(true)
})

it('says the same whatever else is asked, and gives up in a crowd', () => {
  const edges = Array.from({ length: 1_001 }, (_, index) => edge(`e${index}`, [100, 0], [100, 200], 'state.ok'))
  expect(labelPositions([], edges.slice(0, 40))).toEqual(labelPositions([], edges.slice(0, 40)))
  expect(labelPositions([], edges).size).toBe(0)
})

it('an edge without any length has a place for its label as well', () => {
  const point = { x: 3, y: 4 }
  const { label } = edgePath(point, point, { labelAt: 0.5 })
  expect([label.x, label.y].every(Number.isFinite)).toBe(true)
  const places = labelPositions([card(0, 0)], [edge('a', [3, 4], [3, 4], 'state.ok'), edge('b', [3, 4], [3, 4])])
  expect([...places.keys()]).toEqual(['a'])
})
