import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from '#core/limits.ts'
import { backOffMs } from './back-off.ts'

const seconds = fc.double({ min: 0, max: limits.run.timerMs / 1_000, noNaN: true })
const policies = fc.record(
  {
    max_attempts: fc.integer({ min: 1, max: limits.run.retryAttempts }),
    initial_interval_seconds: seconds,
    backoff: fc.double({ min: 1, max: 100, noNaN: true }),
    max_interval_seconds: seconds,
  },
  { requiredKeys: ['max_attempts'] },
)

test('F4: every wait is the one that the written values give, and the defaults fill only what is not written', () => {
  const attempts = fc.integer({ min: 1, max: limits.run.retryAttempts })
  fc.assert(
    fc.property(policies, attempts, (policy, attempt) => {
      const { initial_interval_seconds: initial, backoff, max_interval_seconds: cap } = policy
      const grown = (initial ?? 1) * (backoff ?? 2) ** (attempt - 1)
      const asks = initial !== undefined && attempt === 1
      const bound = cap ?? (asks || backoff !== undefined ? Number.POSITIVE_INFINITY : Math.max(60, initial ?? 0))
      const expected = Math.min(Math.round(Math.min(grown, bound) * 1_000), limits.run.timerMs)
      expect(backOffMs(policy, attempt, 0.5)).toBe(expected)
    }),
  )
})

test('F4: no default shortens a written first wait or a written factor', () => {
  expect(backOffMs({ max_attempts: 3, initial_interval_seconds: 3_600 }, 1, 0.5)).toBe(3_600_000)
  expect(backOffMs({ max_attempts: 3, initial_interval_seconds: 3_600 }, 2, 0.5)).toBe(3_600_000)
  expect(backOffMs({ max_attempts: 9, backoff: 10 }, 4, 0.5)).toBe(1_000_000)
  expect(backOffMs({ max_attempts: 9, initial_interval_seconds: 3_600, max_interval_seconds: 60 }, 1, 0.5)).toBe(60_000)
})

test('a wait varies by a fifth, and never beyond the written cap', () => {
  fc.assert(
    fc.property(
      policies,
      fc.integer({ min: 1, max: 100 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (policy, attempt, random) => {
        const wait = backOffMs(policy, attempt, random)
        const middle = backOffMs(policy, attempt, 0.5)
        expect(wait).toBeGreaterThanOrEqual(Math.floor(middle * 0.8) - 1)
        expect(wait).toBeLessThanOrEqual(Math.ceil(middle * 1.2) + 1)
        expect(wait).toBeLessThanOrEqual(Math.round((policy.max_interval_seconds ?? limits.run.timerMs) * 1_000))
      },
    ),
  )
})
