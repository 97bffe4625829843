import { expect, it } from 'vitest'
import { bucketOf, bucketOfRun } from './bucket.ts'
import { makeRunId } from './run-id.ts'

it('has the bucket of its owner, and is a UUID of version 7', () => {
  for (const owner of ['local', 'alpha', 'ä', '']) {
    const id = makeRunId(owner)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(bucketOfRun(id)).toBe(bucketOf(owner))
  }
  expect(bucketOf('local')).toBe(bucketOf('local'))
})

it('sorts the ids of an owner by the order in which they were made, within a millisecond and over a clock that goes back', () => {
  const start = Date.now() + 60_000
  const times = [0, 0, 0, 1, 1, -5_000, 2, 2]
  const ids = Array.from({ length: 4_000 }, (_, index) => makeRunId('local', () => start + (times[index % 8] ?? 0)))
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})

it('spreads owners over the buckets', () => {
  const buckets = new Set(Array.from({ length: 10_000 }, (_, index) => bucketOf(`owner-${index}`)))
  expect(buckets.size).toBeGreaterThan(3_500)
  expect(Math.max(...buckets)).toBeLessThan(4_096)
})
