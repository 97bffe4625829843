import { expect, test } from 'vitest'
import { describeRetry } from './describe-retry.ts'

test.each([
  [{}, 'One attempt: a failure is final.'],
  [{ max_attempts: 2 }, 'Up to 2 attempts, waiting 1 second in between.'],
  [
    { max_attempts: 4, initial_interval_seconds: 30, backoff: 2, max_interval_seconds: 60 },
    'Up to 4 attempts, waiting 30 seconds, then 1 minute, then 1 minute in between.',
  ],
  [
    { max_attempts: 9, backoff: 1 },
    'Up to 9 attempts, waiting 1 second, then 1 second, then 1 second, then 1 second and so on in between.',
  ],
])('%j reads: %s', (policy, words) => {
  expect(describeRetry(policy)).toBe(words)
})
