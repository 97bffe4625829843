import { expect, test } from 'vitest'
import { parse } from '../parse.ts'
import { problemsOfStep, textOf } from '../testing/problems-of.ts'

test('F4: a written cap below the written first wait is said, at the cap; an equal or a greater one is not', () => {
  const retry = (cap: string) => `function: a.b, retry: { max_attempts: 3, initial_interval_seconds: 3600${cap} }`
  expect(problemsOfStep(retry(', max_interval_seconds: 60'))).toEqual([
    'warning VALUE_CAPPED steps.0.retry.max_interval_seconds @ 60',
  ])
  for (const cap of ['', ', max_interval_seconds: 3600', ', max_interval_seconds: 7200']) {
    expect(problemsOfStep(retry(cap))).toEqual([])
  }
  const text = textOf(`{ name: S, ${retry(', max_interval_seconds: 60')} }`)
  expect(parse(text).problems[0]?.message).toBe(
    'max_interval_seconds is 60, below initial_interval_seconds (3600): every delay is 60 s.',
  )
})

test('F4: the retry policy of a request is held to the same rule, and is unused beside one of the step', () => {
  const policy = 'retry_policy: { max_attempts: 2, initial_interval_seconds: 9, max_interval_seconds: 3 }'
  const request = `type: HTTP, http_config: { url: "https://x.example", ${policy} }`
  const capped = 'warning VALUE_CAPPED steps.0.http_config.retry_policy.max_interval_seconds @ 3'
  expect(problemsOfStep(request)).toEqual([capped])
  expect(problemsOfStep(`${request}, retry: { max_attempts: 4 }`)).toEqual([
    'warning KEY_UNUSED steps.0.http_config.retry_policy @ retry_policy',
    capped,
  ])
})

test.each([
  ['type: SCRIPT, code: "return 1", timeout_seconds: 60', []],
  ['type: SCRIPT, code: "return 1", timeout_seconds: 61', ['warning VALUE_CAPPED steps.0.timeout_seconds @ 61']],
  ['type: HTTP, http_config: { url: "https://x.example" }, timeout_seconds: 600', []],
  [
    'type: HTTP, http_config: { url: "https://x.example" }, timeout_seconds: 601',
    ['warning VALUE_CAPPED steps.0.timeout_seconds @ 601'],
  ],
  ['type: HTTP, http_config: { url: "https://x.example", timeout: 9 }, timeout_seconds: 601', []],
  [
    'type: HTTP, http_config: { url: "https://x.example", timeout: 601 }',
    ['warning VALUE_CAPPED steps.0.http_config.timeout @ 601'],
  ],
  ['function: a.b, timeout_seconds: 86400', []],
])('F4: a time limit beyond the longest that the step may take is said: %s', (step, problems) => {
  expect(problemsOfStep(step)).toEqual(problems)
})
