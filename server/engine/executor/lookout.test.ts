import { describe, expect, it } from 'vitest'
import { createLookout } from './lookout.ts'

let now = 0
const monotonic = () => {
  now += 0.01
  return now
}

describe('a lookout', () => {
  it('sees what comes soon', () => {
    let looks = 0
    const lookout = createLookout(monotonic, 2)
    expect(lookout(() => ++looks === 5)).toBe(true)
    expect(looks).toBe(5)
  })

  it('gives up after a moment, and then looks only once for a while, more and more often', () => {
    const lookout = createLookout(monotonic, 2)
    const looksOf = () => {
      let looks = 0
      lookout(() => {
        looks += 1
        return false
      })
      return looks
    }
    const all = Array.from({ length: 9 }, looksOf)
    expect(all.map((looks) => looks > 1)).toEqual([true, false, false, true, false, false, false, false, true])
    expect(lookout(() => true)).toBe(true)
  })

  it('does not wait where there is only one processor', () => {
    let looks = 0
    createLookout(
      monotonic,
      1,
    )(() => {
      looks += 1
      return false
    })
    expect(looks).toBe(1)
  })
})
