import { randomUUID } from 'node:crypto'
import { getEventListeners } from 'node:events'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHarness, type Harness, standard } from '#proof/testing/harness.ts'
import { createPool } from '../../db/pool.ts'
import type { WakeUp } from '../../engine/ports.ts'
import { createWakeUp } from '../../engine/world/wake-up.ts'
import { createSettledRuns, type SettledRuns } from './settled-runs.ts'

let harness: Harness
let pool: Pool
let wakeUp: WakeUp
const opened: SettledRuns[] = []
const never = new AbortController().signal

beforeAll(async () => {
  harness = await createHarness()
  await harness.publish('Double', [standard('Double', 'add_one')])
  pool = createPool(harness.databaseUrl, 5)
  wakeUp = createWakeUp({ databaseUrl: harness.databaseUrl, notify: true })
})
afterAll(async () => {
  for (const settledRuns of opened) settledRuns.stop()
  await wakeUp.close()
  await pool.end()
  await harness.close()
})

/** The reader on the real pool, whose looks are counted. */
function open(hints: Pick<WakeUp, 'listen'> = wakeUp) {
  let looks = 0
  const counted = new Proxy(pool, {
    get(target, key) {
      if (key === 'query') looks += 1
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const settledRuns = createSettledRuns(counted, hints)
  opened.push(settledRuns)
  return { settledRuns, looks: () => looks }
}

it('tells every caller with the same object, by one statement for all runs', async () => {
  const { settledRuns } = open()
  const runIds = await Promise.all(Array.from({ length: 20 }, () => harness.start('Double', { n: 1 })))
  const untilSettled = (reader: SettledRuns) =>
    runIds.flatMap((runId) => [reader.until(runId, never), reader.until(runId, never)])
  const settled = untilSettled(settledRuns)
  const engine = await harness.engine()
  const told = await Promise.all(settled)
  await engine.stop()
  for (const one of told) expect(one).toEqual({ publicStatus: 'completed' })
  expect(told[0]).toBe(told[1])
  // Nothing waits any more: one look at the first caller, and one for the others, however many runs there are.
  const later = open()
  await Promise.all(untilSettled(later.settledRuns))
  expect(later.looks()).toBe(2)
})

it('finds a run that has settled before, and one whose hint was lost', async () => {
  const { settledRuns } = open({ listen: () => () => undefined })
  const runId = await harness.start('Double', { n: 1 })
  const settled = settledRuns.until(runId, never)
  const engine = await harness.engine()
  expect(await settled).toEqual({ publicStatus: 'completed' })
  expect(await settledRuns.until(runId, never)).toEqual({ publicStatus: 'completed' })
  await engine.stop()
})

it('resolves with null when the caller gives up, and asks nothing when nobody waits', async () => {
  const { settledRuns, looks } = open()
  const runId = await harness.start('Double', { n: 1 })
  const giving = new AbortController()
  const settled = settledRuns.until(runId, giving.signal)
  giving.abort()
  expect(await settled).toBeNull()
  expect(await settledRuns.until(runId, AbortSignal.abort())).toBeNull()
  await expect.poll(() => looks()).toBeLessThanOrEqual(2)
})

it('rejects for a run that does not exist, and with the error of a look that failed', async () => {
  const { settledRuns } = open()
  await expect(settledRuns.until(randomUUID(), never)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const ended = createPool(harness.databaseUrl, 1)
  await ended.end()
  const broken = createSettledRuns(ended, wakeUp)
  opened.push(broken)
  await expect(broken.until(randomUUID(), never)).rejects.toThrow(/pool/)
})

it('leaves no listener on the signal of a caller that is answered, with a settled run or with an error', async () => {
  const { settledRuns } = open()
  const runId = await harness.start('Double', { n: 1 })
  const engine = await harness.engine()
  const { signal } = new AbortController()
  await settledRuns.until(runId, signal)
  await expect(settledRuns.until(randomUUID(), signal)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await engine.stop()
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
