import fc from 'fast-check'
import { expect, it } from 'vitest'
import { closeGaps, noGaps } from './close-gaps.ts'

const heights = (room: ReturnType<typeof closeGaps>, ...ys: readonly number[]) =>
  ys.map((y) => room.toDrawn({ x: 0, y }).y)

it('what is below a folded group moves up by what its steps leave empty', () => {
  const room = closeGaps([{ top: 100, bottom: 400 }], [0, 456, 600])
  expect(heights(room, 0, 100, 456, 600)).toEqual([0, 100, 212, 356])
})

it('a branch beside the group keeps its shape', () => {
  const room = closeGaps([{ top: 100, bottom: 500 }], [100, 200, 312, 556])
  expect(heights(room, 100, 200, 312)).toEqual([100, 200, 312])
  expect(heights(room, 556)).toEqual([556 - (500 - (312 + 56 + 28))])
})

it('nothing moves for a group of one row, or where something stands at every height', () => {
  expect(closeGaps([{ top: 100, bottom: 156 }], [])).toBe(noGaps)
  expect(closeGaps([{ top: 100, bottom: 212 }], [140])).toBe(noGaps)
  expect(closeGaps([], [0])).toBe(noGaps)
  expect(noGaps.toText(noGaps.toDrawn({ x: 1, y: 2 }))).toEqual({ x: 1, y: 2 })
})

it('two groups beside each other leave one gap', () => {
  const spans = [
    { top: 100, bottom: 400 },
    { top: 100, bottom: 300 },
  ]
  expect(heights(closeGaps(spans, [456]), 456)).toEqual([212])
})

it('every card has its way back, none changes its order, and none comes nearer than a row', () => {
  const tops = fc.array(fc.integer({ min: -20, max: 40 }), { minLength: 1, maxLength: 12 })
  const span = fc.tuple(fc.integer({ min: -20, max: 40 }), fc.integer({ min: 1, max: 20 }))
  fc.assert(
    fc.property(tops, fc.array(span, { minLength: 1, maxLength: 4 }), (rows, groups) => {
      const spans = groups.map(([top, rowsHigh]) => ({ top: top * 28, bottom: top * 28 + rowsHigh * 56 }))
      const others = rows.map((row) => row * 28)
      const room = closeGaps(spans, others)
      const cards = [...others, ...spans.map(({ top }) => top)].toSorted((one, other) => one - other)
      const drawn = heights(room, ...cards)
      for (const [index, y] of drawn.entries()) {
        expect(room.toText({ x: 0, y })).toEqual({ x: 0, y: cards[index] })
        const [before, last] = [
          cards[index - 1] ?? Number.NEGATIVE_INFINITY,
          drawn[index - 1] ?? Number.NEGATIVE_INFINITY,
        ]
        const apart = (cards[index] as number) - before
        if (index === 0) continue
        expect(y - last).toBeLessThanOrEqual(apart)
        expect(y - last).toBeGreaterThanOrEqual(Math.min(apart, 56 + 28))
      }
    }),
  )
})
