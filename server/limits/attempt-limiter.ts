import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { limits } from '#core/limits.ts'
import { ApiError, tooManyRequests } from '../api-error.ts'
import { senderOf } from './sender.ts'

/** What may be guessed: a password, the setup link, an invitation. */
export type AttemptKind = keyof typeof limits.attempts

export interface Attempt {
  /** The address of the request (`requestAddress`). */
  readonly address: string | null
  /** The account of a login, as typed: unknown accounts count as known ones do. */
  readonly account?: string
}

/**
 * Counts of attempts, in the database, so that they hold for all web processes and across restarts. Call `count` before
 * the secret is compared, and `succeeded` after it was right.
 */
export interface AttemptLimiter {
  /** Throws `TOO_MANY_REQUESTS` beyond the bound, and `UNAVAILABLE` where the attempt cannot be counted. */
  count(kind: AttemptKind, attempt: Attempt): Promise<void>
  /** Takes a successful attempt back: many people of one address may log in on the same morning. */
  succeeded(kind: AttemptKind, attempt: Attempt): Promise<void>
}

interface Rule {
  readonly limiter: RateLimiterPostgres
  readonly keyOf: (attempt: Attempt) => string
  /** Whether a success forgets all earlier attempts: it does where only one account is counted. */
  readonly forgets: boolean
}

export function createAttemptLimiter(pool: Pool): AttemptLimiter {
  const rules = rulesOver(pool)
  return {
    async count(kind, attempt) {
      for (const { limiter, keyOf } of rules[kind]) {
        const refused = await consume(limiter, keyOf(attempt))
        if (refused) throw refused
      }
    },
    async succeeded(kind, attempt) {
      for (const { limiter, keyOf, forgets } of rules[kind]) {
        if (forgets) await limiter.delete(keyOf(attempt))
        else await limiter.reward(keyOf(attempt))
      }
    },
  }
}

/** Counts one; the error where it is one too many or cannot be counted: guessing must not be free while no count is kept. */
async function consume(limiter: RateLimiterPostgres, key: string): Promise<ApiError | null> {
  try {
    await limiter.consume(key)
    return null
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) {
      const message = 'Logins and links are closed while the database does not answer. Try again in a few seconds.'
      return Object.assign(new ApiError('UNAVAILABLE', message), { cause: error })
    }
    const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1_000))
    return tooManyRequests(`Too many attempts. Try again in ${inWords(seconds)}.`, seconds)
  }
}

function rulesOver(pool: Pool): Readonly<Record<AttemptKind, readonly Rule[]>> {
  const limiterOf = (keyPrefix: string, { points, seconds }: { readonly points: number; readonly seconds: number }) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'attempt',
      tableCreated: true,
      clearExpiredByTimeout: true,
      keyPrefix,
      points,
      duration: seconds,
      // A flood beyond the bound is refused without the database.
      inMemoryBlockOnConsumed: points + 1,
    })
  const perAddress = (kind: AttemptKind): Rule => ({
    limiter: limiterOf(`${kind}/address`, limits.attempts[kind].perAddress),
    keyOf: ({ address }) => digest(senderOf(address)),
    forgets: false,
  })
  const perAccount: Rule = {
    limiter: limiterOf('login/account', limits.attempts.login.perAccountAndAddress),
    keyOf: ({ account = '', address }) => digest(plainAccount(account), senderOf(address)),
    forgets: true,
  }
  return {
    login: [perAccount, perAddress('login')],
    setup: [perAddress('setup')],
    invitation: [perAddress('invitation')],
    provider: [perAddress('provider')],
  }
}

/** One account, whatever the case and the form of its letters. */
const plainAccount = (account: string) => account.normalize('NFKC').trim().toLowerCase()

/** The table holds no accounts and no addresses. */
const digest = (...parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 32)

function inWords(seconds: number): string {
  if (seconds === 1) return 'a second'
  if (seconds < 120) return `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
