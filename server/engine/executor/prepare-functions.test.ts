import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { FunctionExecutor } from './function-executor.ts'
import { prepareFunctions } from './prepare-functions.ts'
import { createAttempts } from './testing/attempts.ts'
import { functionsFolders } from './testing/executor-under-test.ts'

let started = 0
let executor: FunctionExecutor
const onThread = () => {
  started += 1
}
beforeEach(() => {
  started = 0
  subscribe('worker_threads', onThread)
})
afterEach(async () => {
  unsubscribe('worker_threads', onThread)
  await executor.close()
})

const one = {
  step: 'Step',
  function: 'steps.what_it_gets',
  with: {},
  input: {},
  state: {},
  key: 'key',
}

it('has a thread up before anybody takes the executor, who hears what attempts come to', async () => {
  const attempts = createAttempts()
  const take = prepareFunctions({ functionsFolders, threads: 1, log: () => undefined })
  expect(started).toBe(1)
  executor = take({ onOutcome: attempts.onOutcome, onProgress: () => undefined }, () => undefined)
  expect(await attempts.make(executor, one)).toMatchObject({ kind: 'completed' })
  expect(started).toBe(1)
})

it('tells of a thread that is lost', async () => {
  let lost = 0
  const attempts = createAttempts()
  const backOffMs = { first: 0, last: 0 }
  executor = prepareFunctions({ functionsFolders, threads: 1, backOffMs, log: () => undefined })(
    { onOutcome: attempts.onOutcome, onProgress: () => undefined },
    () => {
      lost += 1
    },
  )
  await attempts.make(executor, { ...one, function: 'steps.exit' })
  expect(lost).toBeGreaterThan(0)
})

it('starts no thread before there is something to call, where that is asked', async () => {
  const attempts = createAttempts()
  executor = prepareFunctions({ functionsFolders, threads: 1, isLazy: true, log: () => undefined })(
    { onOutcome: attempts.onOutcome, onProgress: () => undefined },
    () => undefined,
  )
  expect(started).toBe(0)
  expect(await attempts.make(executor, one)).toMatchObject({ kind: 'completed' })
  expect(started).toBe(1)
})
