import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nodeSize } from '#components/canvas/measures.ts'
import { type Frame, frameAround } from './frame.ts'
import { groupedLayout } from './grouped-layout.ts'
import { layeredLayout } from './layered-layout.ts'
import type { LayoutPositions, LayoutRequest } from './layout-request.ts'

const request = (steps: number, edges: readonly (readonly [number, number])[]): LayoutRequest => ({
  nodes: Array.from({ length: steps }, (_, index) => ({ id: `S${index}`, ...nodeSize })),
  edges: edges.map(([from, to]) => ({ source: `S${from}`, target: `S${to}`, back: to <= from })),
})

/** Which of eight steps lead to which, and which group each of them is in; 0 is none. */
const drawn = fc.record({
  edges: fc.uniqueArray(fc.tuple(fc.nat(7), fc.nat(7)), { selector: String, maxLength: 14 }),
  groupOf: fc.array(fc.nat(2), { minLength: 8, maxLength: 8 }),
})

const cards = (places: LayoutPositions, steps: readonly string[]): readonly Frame[] =>
  steps.map((step) => ({ ...(places[step] as { x: number; y: number }), ...nodeSize }))

function overlap(a: Frame, b: Frame): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

describe('a layout with groups', () => {
  it('has nobody else within a frame, and no frame over another, whatever leads where', () => {
    fc.assert(
      fc.property(drawn, ({ edges, groupOf }) => {
        const whole = request(8, edges)
        const membersOf = (group: number) => whole.nodes.flatMap(({ id }, at) => (groupOf[at] === group ? [id] : []))
        const groups = [membersOf(1), membersOf(2)].filter((steps) => steps.length > 0)
        const places = groupedLayout({ ...whole, groups })
        expect(Object.keys(places)).toHaveLength(8)
        const frames = groups.map((steps) => frameAround(cards(places, steps)) as Frame)
        const boxes = [...frames, ...cards(places, membersOf(0))]
        const inOne = groups.map((steps) => cards(places, steps))
        for (const set of [boxes, ...inOne]) {
          for (const [at, box] of set.entries()) {
            expect(set.slice(at + 1).filter((other) => overlap(box, other))).toEqual([])
          }
        }
        expect(groupedLayout({ ...whole, groups })).toEqual(places)
      }),
      { numRuns: 100 },
    )
  })

  it('is the plain one without groups', () => {
    const whole = request(3, [
      [0, 1],
      [0, 2],
    ])
    expect(groupedLayout({ ...whole, groups: [] })).toEqual(layeredLayout(whole))
    expect(groupedLayout(whole)).toEqual(layeredLayout(whole))
  })

  it('keeps a group below what leads to it and above where it leads, and stays as it is when it is made again', () => {
    const whole = request(5, [
      [0, 1],
      [0, 2],
      [1, 3],
      [2, 3],
      [3, 4],
    ])
    const groups = [['S1', 'S2']]
    const places = groupedLayout({ ...whole, groups })
    const y = (step: string) => places[step]?.y as number
    expect(y('S0')).toBeLessThan(y('S1'))
    expect(y('S1')).toBe(y('S2'))
    expect(y('S2')).toBeLessThan(y('S3'))
    expect(groupedLayout({ ...whole, groups, before: places })).toEqual(places)
  })
})
