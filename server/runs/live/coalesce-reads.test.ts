import { expect, it } from 'vitest'
import type { ChangeFeed } from './change-feed.ts'
import { coalescePastReads, coalesceReads } from './coalesce-reads.ts'

const changes = () => ({ runs: new Map(), next: 1n, more: false })

it('reads once for all who heard of the same changes and ask the same, and anew for later changes', async () => {
  let readings = 0
  const read = async () => {
    readings += 1
    return { reading: readings }
  }
  const [told, later] = [changes(), changes()]
  const [first, second, other, after] = await Promise.all([
    coalesceReads(told, 'a', read),
    coalesceReads(told, 'a', read),
    coalesceReads(told, 'b', read),
    coalesceReads(later, 'a', read),
  ])
  expect(second).toBe(first)
  expect([first, other, after].map(({ reading }) => reading)).toEqual([1, 2, 3])
  expect((await coalesceReads(told, 'a', read)).reading).toBe(4)
})

it('keeps no reading that failed', async () => {
  const told = changes()
  await expect(coalesceReads(told, 'a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await coalesceReads(told, 'a', async () => 'back')).toBe('back')
})

it.each([
  [true, [1, 1]],
  [false, [1, 2]],
])('of the past a page is shared while more comes after it, and the last one is not: %s', async (more, expected) => {
  const feed = { read: () => Promise.reject(new Error('not asked')) } as Partial<ChangeFeed> as ChangeFeed
  let readings = 0
  const read = async () => {
    readings += 1
    return { reading: readings, more }
  }
  const pages = await Promise.all([coalescePastReads(feed, 'a', read), coalescePastReads(feed, 'a', read)])
  expect(pages.map(({ reading }) => reading)).toEqual(expected)
})
