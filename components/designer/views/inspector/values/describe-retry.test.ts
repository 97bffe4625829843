import { expect, it } from 'vitest'
import { describeRetry } from './describe-retry.ts'

it.each([
  [{}, undefined, 'Tries once: a failure is final.'],
  [{}, 30, 'Tries once: a failure, or no answer after 30 seconds is final.'],
  [{ max_attempts: 3 }, undefined, 'Tries 3 times, waiting 1 second, then 2 seconds. Waits 3 seconds in all.'],
  [
    { max_attempts: 3, initial_interval_seconds: 1 },
    30,
    'Tries 3 times, waiting 1 second, then 2 seconds. Gives up 1 minute 33 seconds after it began at the latest.',
  ],
  [
    { max_attempts: 10, backoff: 3 },
    undefined,
    'Tries 10 times, waiting 1 second, then 3 seconds, then 9 seconds, then 27 seconds and so on. Waits 2 hours 44 minutes in all.',
  ],
  [
    { max_attempts: 3, initial_interval_seconds: 3_600 },
    undefined,
    'Tries 3 times, waiting 1 hour, then 1 hour. Waits 2 hours in all.',
  ],
  [
    { max_attempts: 3, initial_interval_seconds: 3_600, max_interval_seconds: 86_400 },
    5,
    'Tries 3 times, waiting 1 hour, then 2 hours. Gives up 3 hours after it began at the latest.',
  ],
])('%j with a limit of %s is said in words', (policy, limit, words) => {
  expect(describeRetry(policy, limit)).toBe(words)
})
