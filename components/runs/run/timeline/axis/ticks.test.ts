import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldedAxis, viewOf } from './axis.ts'
import { offsetLabel, ticks } from './ticks.ts'

const none: ReadonlySet<number> = new Set()
const hour = 3_600_000

describe('ticks', () => {
  it('stand at places that people count in, with room for their labels, none twice', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 * 24 * hour }), fc.integer({ min: 200, max: 2_000 }), (to, width) => {
        const found = ticks(viewOf(foldedAxis(0, to, [], none), width, null))
        expect(found.length).toBeGreaterThan(0)
        expect(new Set(found.map(({ label }) => label)).size).toBe(found.length)
        for (const [index, { x }] of found.entries()) expect(x - (found[index - 1]?.x ?? -Infinity)).toBeGreaterThan(58)
      }),
    )
  })

  it('leave folds out', () => {
    const axis = foldedAxis(0, hour + 4_000, [{ from: 2_000, to: hour + 2_000 }], none)
    const labels = ticks(viewOf(axis, 600, null)).map(({ label }) => label)
    expect(labels).toEqual(['0', '+1 s', '+1:00:02', '+1:00:03'])
  })

  it('are labelled as exactly as their distance needs', () => {
    const labels = [
      [20, 10],
      [1_250, 50],
      [2_000, 1_000],
      [60_000, 30_000],
      [250_500, 500],
      [7_200_000, hour],
      [7_260_000, 60_000],
      [7_205_000, 5_000],
      [26 * hour, hour],
      [48 * hour, 24 * hour],
    ].map(([ms = 0, step = 1]) => offsetLabel(ms, step))
    expect(labels).toEqual([
      '+20 ms',
      '+1.25 s',
      '+2 s',
      '+1:00',
      '+4:10.5',
      '+2 h',
      '+2:01:00',
      '+2:00:05',
      '+1 d 02:00',
      '+2 d',
    ])
  })
})
