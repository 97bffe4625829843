import { describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { createAdmission } from './admission.ts'

const { runsAlways, appendsUnderWay } = limits.engine

let now = 0

describe('the runs that an engine takes', () => {
  it('are as many as fit while it has time', () => {
    const admission = createAdmission(
      5_000,
      () => false,
      () => now,
    )
    expect(admission.room(0)).toBe(5_000)
    expect(admission.room(4_999)).toBe(1)
    expect(admission.room(5_001)).toBe(0)
  })

  it('are no more than keep it busy, while it is', () => {
    const admission = createAdmission(
      5_000,
      () => true,
      () => now,
    )
    expect(admission.room(0)).toBe(runsAlways)
    expect(admission.room(runsAlways)).toBe(0)
  })

  it('are no more than that either while many appends wait for their answer, and a while after', async () => {
    const admission = createAdmission(
      5_000,
      () => false,
      () => now,
    )
    const { promise, resolve } = Promise.withResolvers<void>()
    const appends = Array.from({ length: appendsUnderWay + 1 }, () => admission.counted(promise))
    expect(admission.room(runsAlways)).toBe(0)
    resolve()
    await Promise.all(appends)
    expect(admission.room(runsAlways)).toBe(0)
    now += 1_000
    expect(admission.room(runsAlways)).toBe(5_000 - runsAlways)
  })

  it('count an append that failed as answered', async () => {
    const admission = createAdmission(
      5_000,
      () => false,
      () => now,
    )
    const failed = Array.from({ length: appendsUnderWay + 1 }, () => admission.counted(Promise.reject(new Error('no'))))
    await Promise.allSettled(failed)
    now += 1_000
    expect(admission.room(0)).toBe(5_000)
  })

  it('are few where an engine was told to hold few, busy or not', () => {
    expect(
      createAdmission(
        10,
        () => true,
        () => now,
      ).room(4),
    ).toBe(6)
  })
})
