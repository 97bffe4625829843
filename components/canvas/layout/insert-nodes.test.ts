import fc from 'fast-check'
import { expect, test } from 'vitest'
import { insertNodes } from './insert-nodes.ts'
import { layeredLayout } from './layered-layout.ts'
import type { LayoutPositions, LayoutRequest } from './layout-request.ts'

const size = { width: 216, height: 56 }
interface Shape {
  readonly ids: readonly string[]
  readonly edges: readonly (readonly [from: string, to: string])[]
}
const request = ({ ids, edges }: Shape): LayoutRequest => ({
  nodes: ids.map((id) => ({ id, ...size })),
  edges: edges.map(([source, target]) => ({ source, target, back: false })),
})
/** Series and branches that meet again, as workflows have them. */
const shapes: fc.Arbitrary<Shape> = fc
  .array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 14 })
  .map((widths) => {
    const rows = widths.map((width, row) => Array.from({ length: width }, (_, index) => `S${row}_${index}`))
    const edges = rows.slice(1).flatMap((now, index) => {
      const last = rows[index] ?? []
      const meets = last.length === 1 || now.length === 1
      return now.flatMap((to, at) => (meets ? last : [last[at % last.length] ?? '']).map((from) => [from, to] as const))
    })
    return { ids: rows.flat(), edges }
  })

/** What the others do when one step comes: how far each is moved. */
function shifts(before: LayoutPositions, after: LayoutPositions) {
  return Object.entries(before).map(([id, { x, y }]) => ({
    id,
    x: (after[id]?.x ?? 0) - x,
    y: (after[id]?.y ?? 0) - y,
  }))
}

test('a new step moves nobody sideways, and those below it by one row at most, all alike', () => {
  fc.assert(
    fc.property(shapes, fc.nat(), fc.boolean(), (shape, at, inserted) => {
      const before = layeredLayout(request(shape))
      const [from, to] = shape.edges[at % shape.edges.length] as readonly [string, string]
      const others = shape.edges.filter(([a, b]) => !inserted || a !== from || b !== to)
      const edges = [...others, [from, 'new'] as const, ...(inserted ? [['new', to] as const] : [])]
      const after = insertNodes(request({ ids: [...shape.ids, 'new'], edges }), before)
      const moves = shifts(before, after)
      expect(moves.every(({ x }) => x === 0)).toBe(true)
      const down = new Set(moves.map(({ y }) => y).filter((y) => y !== 0))
      expect(down.size).toBeLessThanOrEqual(1)
      for (const by of down) {
        expect(by).toBeGreaterThan(0)
        expect(by).toBeLessThanOrEqual(size.height + 56)
      }
      if (!inserted) expect(down.size).toBe(0)
      const upper = moves.filter(({ id }) => (before[id]?.y ?? 0) <= (before[from]?.y ?? 0))
      expect(upper.every(({ y }) => y === 0)).toBe(true)
      const boxes = Object.values(after)
      for (const [index, a] of boxes.entries()) {
        for (const b of boxes.slice(index + 1)) {
          expect(Math.abs(a.x - b.x) >= size.width || Math.abs(a.y - b.y) >= size.height).toBe(true)
        }
      }
    }),
    { numRuns: 40 },
  )
})

test('a step that goes moves nobody', () => {
  fc.assert(
    fc.property(shapes, fc.nat(), (shape, at) => {
      const before = layeredLayout(request(shape))
      const gone = shape.ids[at % shape.ids.length]
      const ids = shape.ids.filter((id) => id !== gone)
      const after = insertNodes(request({ ids, edges: shape.edges }), before)
      for (const id of ids) expect(after[id]).toEqual(before[id])
    }),
    { numRuns: 40 },
  )
})

test('the same graph has the same picture, whatever the order of its edges', () => {
  fc.assert(
    fc.property(shapes, fc.array(fc.nat(), { minLength: 60, maxLength: 60 }), (shape, keys) => {
      const shuffled = shape.edges.toSorted((a, b) => {
        const key = (edge: readonly [string, string]) => keys[shape.edges.indexOf(edge) % keys.length] ?? 0
        return key(a) - key(b)
      })
      expect(layeredLayout(request({ ...shape, edges: shuffled }))).toEqual(layeredLayout(request(shape)))
    }),
    { numRuns: 40 },
  )
})

test('new steps without a known neighbour stand below, or at the top of an empty picture, or beside what they lead to', () => {
  const two = insertNodes(request({ ids: ['A', 'B'], edges: [] }), {})
  expect(two).toEqual({ A: { x: 0, y: 0 }, B: { x: 0, y: 112 } })
  const before = insertNodes(request({ ids: ['A', 'B'], edges: [['B', 'A']] }), { A: { x: 40, y: 0 } })
  expect(before).toEqual({ A: { x: 40, y: 112 }, B: { x: 40, y: 0 } })
})
