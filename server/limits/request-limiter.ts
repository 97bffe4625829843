import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { limits } from '#core/limits.ts'
import type { Actor } from '../access/actor.ts'
import { tooManyRequests } from '../api-error.ts'
import { senderOf } from './sender.ts'

/**
 * Counts of the requests of each caller, in memory: they protect this process, and work while the database does not
 * answer. A key or a person is counted, then the owner; a request by nobody is counted by its address.
 */
export interface RequestLimiter {
  /** Throws `TOO_MANY_REQUESTS` beyond the bound. */
  count(actor: Actor | null, address: string | null): Promise<void>
}

type CountedBy = keyof typeof limits.requestsPerMinute

const refusals: Readonly<Record<CountedBy, string>> = {
  key: 'This API key sends too many requests.',
  person: 'You send too many requests.',
  owner: 'The people and keys of this owner send too many requests together.',
  address: 'This address sends too many requests.',
}

export function createRequestLimiter(): RequestLimiter {
  const limiterOf = (by: CountedBy) =>
    new RateLimiterMemory({ keyPrefix: by, points: limits.requestsPerMinute[by], duration: 60 })
  const limiters: Readonly<Record<CountedBy, RateLimiterMemory>> = {
    key: limiterOf('key'),
    person: limiterOf('person'),
    owner: limiterOf('owner'),
    address: limiterOf('address'),
  }
  const count = async (by: CountedBy, key: string) => {
    try {
      await limiters[by].consume(key)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1_000))
      throw tooManyRequests(`${refusals[by]} Send the next one in ${seconds} s.`, seconds)
    }
  }
  return {
    async count(actor, address) {
      if (!actor) return count('address', senderOf(address))
      const { ownerId, id, principalId = id, key } = actor
      if (key) await count('key', JSON.stringify([ownerId, key.id]))
      // Equal ids of different owners are different people.
      else await count('person', JSON.stringify([ownerId, principalId]))
      // What was refused above does not count here: one caller cannot use up the owner's requests.
      await count('owner', ownerId)
    },
  }
}
