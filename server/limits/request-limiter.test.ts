import { describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { type Actor, localPerson } from '../access/actor.ts'
import { createRequestLimiter, type RequestLimiter } from './request-limiter.ts'

const { key, person, owner, address } = limits.requestsPerMinute
const ana: Actor = { ...localPerson, id: 'ana', ownerId: 'acme' }
const withKey = (id: string, ownerId = 'acme'): Actor => ({ ...ana, id, ownerId, key: { id, permissions: [] } })

/** How many of the requests pass. */
async function passed(limiter: RequestLimiter, times: number, actor: Actor | null, from: string | null = null) {
  let count = 0
  for (let time = 0; time < times; time += 1) {
    await limiter.count(actor, from).then(
      () => (count += 1),
      () => undefined,
    )
  }
  return count
}

describe('requests (access 19; ASVS 2.4.1, 15.2.2)', () => {
  it('are bounded for each key and each person, and the refusal says when the next one passes', async () => {
    const limiter = createRequestLimiter()
    expect(await passed(limiter, key + 50, withKey('k1'))).toBe(key)
    expect(await passed(limiter, 1, withKey('k2'))).toBe(1)
    expect(await passed(limiter, person + 50, ana)).toBe(person)
    await expect(limiter.count(ana, null)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: expect.stringMatching(/^You send too many requests\. Send the next one in \d+ s\.$/),
      retryAfterSeconds: expect.any(Number),
    })
  })

  it('are bounded for the owner, whose other members one caller cannot shut out', async () => {
    const limiter = createRequestLimiter()
    await passed(limiter, owner + 100, withKey('flood'))
    expect(await passed(limiter, 10, ana)).toBe(10)
    let all = key + 10
    for (let caller = 0; all < owner; caller += 1)
      all += await passed(limiter, Math.min(key, owner - all), withKey(`k${caller}`))
    await expect(limiter.count(ana, null)).rejects.toThrow('The people and keys of this owner send too many')
    expect(await passed(limiter, 5, { ...ana, ownerId: 'other' })).toBe(5)
  })

  it('by nobody are bounded for each address, or network of IPv6', async () => {
    const limiter = createRequestLimiter()
    expect(await passed(limiter, address, null, '2001:db8::1')).toBe(address)
    await expect(limiter.count(null, '2001:db8::2')).rejects.toThrow('This address sends too many requests')
    expect(await passed(limiter, 1, null, '192.0.2.1')).toBe(1)
    expect(await passed(limiter, 1, ana, '2001:db8::1')).toBe(1)
  })
})
