import { expect, it } from 'vitest'
import { snapLines } from './snap-lines.ts'

const others = [
  { id: 'A', position: { x: 0, y: 0 } },
  { id: 'B', position: { x: 5, y: 200 } },
  { id: 'C', position: { x: 0, y: 400 } },
]

it('a step near the column of others is drawn into it, with a line through all of them', () => {
  expect(snapLines({ x: 2, y: 300 }, others, 6)).toEqual({
    by: { x: -2, y: 0 },
    lines: [{ axis: 'x', at: 108, from: -12, to: 468 }],
  })
})

it('a step near a row is drawn into that', () => {
  expect(snapLines({ x: 300, y: 197 }, others, 6)).toEqual({
    by: { x: 0, y: 3 },
    lines: [{ axis: 'y', at: 228, from: -7, to: 528 }],
  })
})

it('a step far from everything stays where it is', () => {
  expect(snapLines({ x: 100, y: 100 }, others, 6)).toEqual({ by: { x: 0, y: 0 }, lines: [] })
})
