import { expect, it } from 'vitest'
import { createOwnerQuota, type OwnerQuota } from './owner-quota.ts'
import { quotaTuning } from './quota-tuning.ts'

const bounds = { activeRuns: 3, startsPerMinute: 5, storedBytes: 1_000 }

function quotaOf(counts: Record<string, number>, more: Partial<typeof bounds> = {}) {
  const asked: string[] = []
  const world = { now: 0, bytes: 0 }
  const quota = createOwnerQuota({
    bounds: { ...bounds, ...more },
    countBytes: async () => world.bytes,
    countActive: async (ownerId, most) => {
      asked.push(ownerId)
      return Math.min(counts[ownerId] ?? 0, most)
    },
    monotonic: () => world.now,
  })
  return { quota, asked, world, counts }
}
const admitted = async (quota: OwnerQuota, ownerId: string, times: number) => {
  const answers = await Promise.all(Array.from({ length: times }, () => quota.admit(ownerId)))
  return answers.filter((answer) => answer === null).length
}

it('refuses an owner with too many active runs, lets it go on when some have ended, and others all the time (access 19; ASVS 2.4.1)', async () => {
  const { quota, asked, world, counts } = quotaOf({ acme: 1 })
  expect(await admitted(quota, 'acme', 5)).toBe(2)
  expect(await quota.admit('acme')).toMatchObject({
    message: expect.stringContaining('has 3 runs that have not ended'),
    retryAfterSeconds: quotaTuning.retryAfterSeconds,
  })
  expect(await quota.admit('other')).toBeNull()
  counts.acme = 2
  // While the owner is at its bound, it is counted once a second, however often it asks.
  world.now += quotaTuning.recountAtBoundMs
  expect(await admitted(quota, 'acme', 5)).toBe(1)
  expect(asked.filter((owner) => owner === 'acme').length).toBe(2)
})

it('asks the database once a minute for an owner below its bound', async () => {
  const { quota, asked, world } = quotaOf({}, { activeRuns: 100, startsPerMinute: 100 })
  expect(await admitted(quota, 'acme', 40)).toBe(40)
  world.now += quotaTuning.recountMs - 1
  expect(await admitted(quota, 'acme', 5)).toBe(5)
  expect(asked).toEqual(['acme'])
  world.now += 1
  expect(await admitted(quota, 'acme', 5)).toBe(5)
  expect(asked).toEqual(['acme', 'acme'])
})

it('refuses starts beyond the quota of a minute, and says when the next one may come (access 19; ASVS 2.4.1)', async () => {
  const { quota } = quotaOf({}, { activeRuns: 100, startsPerMinute: 5 })
  expect(await admitted(quota, 'acme', 9)).toBe(5)
  const refusal = await quota.admit('acme')
  expect(refusal?.retryAfterSeconds).toBeGreaterThan(0)
  expect(refusal?.message).toMatch(/started 5 runs within a minute.*Start the next one in \d+ s/)
  expect(await quota.admit('other')).toBeNull()
  expect(await quota.use('acme')).toEqual({
    activeRuns: { used: 0, most: 100 },
    startsPerMinute: { used: 5, most: 5 },
    storedBytes: { used: 0, most: 1_000 },
  })
})

it('access 19: refuses the starts of an owner whose runs take all of its storage, and lets it go on when some are removed', async () => {
  const { quota, asked, world } = quotaOf({}, { activeRuns: 100, storedBytes: 3 * 1024 ** 2 })
  world.bytes = 3 * 1024 ** 2
  expect(await quota.admit('acme')).toEqual({
    message: expect.stringMatching(
      /^The runs of this owner take 3\.0 MB, and its quota is 3\.0 MB\. Remove ended runs/,
    ),
    retryAfterSeconds: quotaTuning.retryAfterSeconds,
  })
  world.bytes -= 1
  expect(await quota.admit('acme')).not.toBeNull()
  world.now += quotaTuning.recountAtBoundMs
  expect(await quota.admit('acme')).toBeNull()
  expect(asked).toEqual(['acme', 'acme'])
})

it('counts each run of a start of several, and nothing of one that is refused (public run 5)', async () => {
  const { quota } = quotaOf({ acme: 1 }, { activeRuns: 6, startsPerMinute: 4 })
  expect(await quota.admit('acme', 6)).toMatchObject({ message: expect.stringContaining('With these 6 runs') })
  expect(await quota.admit('acme', 3)).toBeNull()
  expect(await quota.admit('acme', 2)).toMatchObject({ message: expect.stringMatching(/more than 4 within a minute/) })
  expect(await quota.admit('acme', 1)).toBeNull()
  expect(await quota.admit('acme', 1)).toMatchObject({ message: expect.stringContaining('started 4 runs') })
  const active = quotaOf({ acme: 1 }, { activeRuns: 3, startsPerMinute: 100 }).quota
  expect(await active.admit('acme', 2)).toBeNull()
  expect(await active.admit('acme', 1)).not.toBeNull()
})

it('goes on when a count fails, and counts again', async () => {
  let fails = true
  const quota = createOwnerQuota({
    bounds,
    countBytes: async () => 0,
    countActive: async () => {
      if (fails) throw new Error('no database')
      return 0
    },
    monotonic: () => 0,
  })
  await expect(quota.admit('acme')).rejects.toThrow('no database')
  fails = false
  expect(await quota.admit('acme')).toBeNull()
})
