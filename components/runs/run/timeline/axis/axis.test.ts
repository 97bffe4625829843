import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fittedScale, foldedAxis, panned, type Range, viewOf, zoomed } from './axis.ts'

const none: ReadonlySet<number> = new Set()
const hour = 3_600_000

/** A run with idle stretches of any length. */
const arbitraryIdles = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 50 * hour })), { maxLength: 60 })
  .map((pairs) => {
    let at = 1_000
    const idles = pairs.map(([work, idle]) => {
      at += work + idle
      return { from: at - idle, to: at }
    })
    return { idles, to: at + 100 }
  })

describe('an axis', () => {
  it('folds what would drown the work, and nothing of a run that works most of the time', () => {
    expect(foldedAxis(0, hour + 200, [{ from: 100, to: hour + 100 }], none).folds).toEqual([
      { from: 100, to: hour + 100 },
    ])
    expect(foldedAxis(0, 10_000, [{ from: 100, to: 4_000 }], none).folds).toEqual([])
  })

  it('shows a fold that somebody opened at its length', () => {
    const idles = [
      { from: 100, to: hour },
      { from: hour + 100, to: 3 * hour },
    ]
    expect(foldedAxis(0, 3 * hour + 100, idles, new Set([100])).folds).toEqual([idles[1]])
  })

  it('gives work at least half of what is drawn to scale, however much a run waits', () => {
    fc.assert(
      fc.property(arbitraryIdles, ({ idles, to }) => {
        const { folds } = foldedAxis(0, to, idles, none)
        const lengthOf = (all: readonly Range[]) => all.reduce((sum, { from, to }) => sum + to - from, 0)
        const idle = lengthOf(idles)
        const work = to - idle
        const isFull = folds.length === 40
        const isShort = idles.every((each) => folds.includes(each) || each.to - each.from < 250)
        expect(isFull || isShort || idle - lengthOf(folds) <= work).toBe(true)
      }),
    )
  })
})

describe('a scale', () => {
  it('goes to pixels and back, never backwards, and fills the pane', () => {
    fc.assert(
      fc.property(arbitraryIdles, fc.double({ min: 0, max: 1, noNaN: true }), ({ idles, to }, share) => {
        const scale = fittedScale(foldedAxis(0, to, idles, none), 900)
        expect(scale.width).toBeCloseTo(900, 3)
        const at = share * to
        const x = scale.x(at)
        expect(Math.abs(scale.x(scale.at(x)) - x)).toBeLessThan(0.01)
        expect(scale.x(at + 1)).toBeGreaterThanOrEqual(x)
      }),
    )
  })
})

describe('zooming', () => {
  const axis = foldedAxis(0, hour + 2_000, [{ from: 1_000, to: hour + 1_000 }], none)

  it('keeps what is under the pointer where it is, and leads back to everything', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 2, max: 50 }), (anchor, factor) => {
        const fitted = viewOf(axis, 900, null)
        const near = viewOf(axis, 900, zoomed(fitted, factor, anchor))
        const x = near.scale.x(fitted.scale.at(anchor)) - near.left
        expect(Math.abs(x - anchor)).toBeLessThan(1)
        expect(zoomed(near, 1 / (factor * 1.01), anchor)).toBeNull()
      }),
    )
  })

  it('fills the pane with a range', () => {
    const view = viewOf(axis, 900, { from: 200, to: 400 })
    expect([view.scale.at(view.left), view.scale.at(view.left + 900)].map(Math.round)).toEqual([200, 400])
  })

  it('scrolls within the axis, and nowhere when all is in view', () => {
    const near = viewOf(axis, 900, { from: 200, to: 400 })
    const moved = panned(near, 90)
    expect([moved?.from, moved?.to].map((at) => Math.round(at ?? -1))).toEqual([220, 420])
    expect(panned(near, -1e9)?.from).toBe(0)
    expect(panned(near, 1e9)?.to).toBe(hour + 2_000)
    expect(panned(viewOf(axis, 900, null), 90)).toBeNull()
  })
})
