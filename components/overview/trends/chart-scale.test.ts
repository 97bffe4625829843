import { describe, expect, it } from 'vitest'
import { countScale, durationScale, linePaths } from './chart-scale.ts'

describe('the scale of counts', () => {
  it('ends at a round number above the most', () => {
    expect([0, 1, 3, 7, 12, 61, 999].map((most) => countScale(most).ticks.at(-1))).toEqual([1, 1, 4, 8, 20, 80, 1_000])
    expect(countScale(12).ticks).toEqual([10, 20])
    expect(countScale(12).height(5)).toBe(25)
  })
})

describe('the scale of durations', () => {
  it('gives each power the same height', () => {
    const scale = durationScale([10, 1_000])
    expect(scale.height(10)).toBe(0)
    expect(scale.height(100)).toBeCloseTo(50)
    expect(scale.height(1_000)).toBeCloseTo(100)
    expect(scale.ticks).toEqual([100, 1_000])
  })

  it('has a top above its floor, and few ticks, whatever lies on it', () => {
    expect(durationScale([100, 100]).ticks).toEqual([1_000])
    expect(durationScale([0, 0.4]).height(0)).toBe(0)
    const widest = durationScale([0, 4_000 * 86_400_000])
    expect(widest.ticks.length).toBeLessThanOrEqual(4)
    expect(widest.height(4_000 * 86_400_000)).toBe(100)
  })
})

it('a line is broken where there is no value, and a lone value is a dot', () => {
  const scale = countScale(100)
  expect(linePaths([100, 0, null, 50, null], scale)).toEqual({ line: 'M0.5 0L1.5 100', dots: 'M3.5 50h0' })
  expect(linePaths([null, null], scale)).toEqual({ line: '', dots: '' })
})
