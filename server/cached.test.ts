import { describe, expect, it } from 'vitest'
import { cached } from './cached.ts'

describe('a remembered answer', () => {
  it('is asked for once, by whoever asks while it is on its way and afterwards', async () => {
    let asked = 0
    const answer = cached(Number.POSITIVE_INFINITY, async () => ++asked)
    expect(await Promise.all([answer(), answer()])).toEqual([1, 1])
    expect(await answer()).toBe(1)
  })

  it('is asked for again after an error, and when its time is over', async () => {
    const answers = [() => Promise.reject(new Error('away')), async () => 1, async () => 2]
    const answer = cached(0, () => (answers.shift() as () => Promise<number>)(), 0)
    await expect(answer()).rejects.toThrow('away')
    expect(await answer()).toBe(1)
    expect(await answer()).toBe(2)
  })
})
