import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeRoom, type Size } from './make-room.ts'

const card = { width: 216, height: 56 }
const place = fc.record({ x: fc.integer({ min: -2_000, max: 2_000 }), y: fc.integer({ min: -2_000, max: 2_000 }) })
const size = fc.record({ width: fc.integer({ min: 216, max: 1_500 }), height: fc.integer({ min: 56, max: 1_500 }) })

interface Box extends Size {
  readonly x: number
  readonly y: number
}
const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width - 1e-6 && b.x < a.x + a.width - 1e-6 && a.y < b.y + b.height - 1e-6 && b.y < a.y + a.height - 1e-6

test('what stands beside or below stays there, and what is above stays where it is', () => {
  const room = makeRoom([{ position: { x: 0, y: 0 }, size: { width: 416, height: 256 } }], card)
  expect(room.toDrawn({ x: 0, y: 0 })).toEqual({ x: 0, y: 0 })
  expect(room.toDrawn({ x: 240, y: 0 })).toEqual({ x: 340, y: 0 })
  expect(room.toDrawn({ x: -240, y: 0 })).toEqual({ x: -340, y: 0 })
  expect(room.toDrawn({ x: 0, y: 112 })).toEqual({ x: 0, y: 312 })
  expect(room.toDrawn({ x: 0, y: -112 })).toEqual({ x: 0, y: -112 })
})

test('two that grow in one row push what is below down once', () => {
  const grown = [
    { position: { x: 0, y: 0 }, size: { width: 300, height: 256 } },
    { position: { x: 400, y: 0 }, size: { width: 300, height: 356 } },
  ]
  expect(makeRoom(grown, card).toDrawn({ x: 0, y: 112 }).y).toBe(412)
})

test('nothing that stood apart overlaps, however many nodes grow', () => {
  const nodes = fc.array(fc.record({ position: place, grown: fc.option(size) }), { minLength: 2, maxLength: 9 })
  fc.assert(
    fc.property(nodes, (all) => {
      const room = makeRoom(
        all.flatMap(({ position, grown }) => (grown === null ? [] : [{ position, size: grown }])),
        card,
      )
      const boxes = all.map(({ position, grown }) => {
        const { x, y } = room.toDrawn(position)
        const { width, height } = grown ?? card
        return { x: x - (width - card.width) / 2, y, width, height }
      })
      for (const [one, a] of boxes.entries()) {
        for (const [other, b] of boxes.entries()) {
          if (one >= other) continue
          const [before, after] = [all[one], all[other]].map((node) => ({ ...node?.position, ...card }) as Box)
          if (before && after && !overlap(before, after)) expect(overlap(a, b)).toBe(false)
        }
      }
    }),
  )
})

test('there is a way back from everywhere', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ position: place, size }), { maxLength: 4 }), place, (grown, at) => {
      const room = makeRoom(grown, card)
      const there = room.toDrawn(room.toText(at))
      expect(there.x).toBeCloseTo(at.x, 6)
      expect(there.y).toBeCloseTo(at.y, 6)
      const back = room.toText(room.toDrawn(at))
      expect(back.x).toBeCloseTo(at.x, 6)
      expect(back.y).toBeCloseTo(at.y, 6)
    }),
  )
})
