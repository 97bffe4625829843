import { expect, it } from 'vitest'
import { describeRetry } from './describe-retry.ts'

it.each([
  [{}, undefined, 'No retries: a failure is final.'],
  [{}, 30, 'No retries: a failure, or no response after 30 seconds is final.'],
  [{ max_attempts: 3 }, undefined, 'Up to 3 attempts, waiting 1 second, then 2 seconds. Waits 3 seconds in total.'],
  [
    { max_attempts: 3, initial_interval_seconds: 1 },
    30,
    'Up to 3 attempts, waiting 1 second, then 2 seconds. Gives up at most 1 minute 33 seconds after it started.',
  ],
  [
    { max_attempts: 10, backoff: 3 },
    undefined,
    'Up to 10 attempts, waiting 1 second, then 3 seconds, then 9 seconds, then 27 seconds and so on. Waits 2 hours 44 minutes in total.',
  ],
  [
    { max_attempts: 3, initial_interval_seconds: 3_600 },
    undefined,
    'Up to 3 attempts, waiting 1 hour, then 1 hour. Waits 2 hours in total.',
  ],
  [
    { max_attempts: 3, initial_interval_seconds: 3_600, max_interval_seconds: 86_400 },
    5,
    'Up to 3 attempts, waiting 1 hour, then 2 hours. Gives up at most 3 hours after it started.',
  ],
])('%j with a limit of %s is said in words', (policy, limit, words) => {
  expect(describeRetry(policy, limit)).toBe(words)
})
