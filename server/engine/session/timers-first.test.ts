import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHarness, type Harness } from '#proof/testing/harness.ts'
import type { Store } from '../ports.ts'
import { createPostgresStore } from '../store/postgres-store.ts'
import { tuning } from '../tuning.ts'

let harness: Harness
beforeAll(async () => {
  harness = await createHarness()
})
afterAll(() => harness.close())

it('takes no runs from the queue while more timers are due than it could fire', async () => {
  let areDue = false
  let looks = 0
  let dueSince = Number.POSITIVE_INFINITY
  const claims: number[] = []
  const real = createPostgresStore(harness.databaseUrl)
  const store: Store = {
    ...real,
    async fireTimers(...asked) {
      if (!areDue) return real.fireTimers(...asked)
      looks += 1
      await sleep(5)
      dueSince = Math.min(dueSince, performance.now())
      return { fired: 1_000, runIds: [], nextDueAt: null }
    },
    claim(...asked) {
      claims.push(performance.now())
      return real.claim(...asked)
    },
  }
  await harness.publish('One', [{ name: 'One', type: 'STANDARD', function: 'steps.add_one' }])
  await harness.engine({ store })
  // A run that starts alone is started eagerly for an engine, not taken from the queue.
  await harness.pool.query('update engine set takes_runs = false')
  areDue = true
  await expect.poll(() => looks).toBeGreaterThan(1)
  claims.length = 0
  const runId = await harness.start('One')
  const before = looks
  await expect.poll(() => looks).toBeGreaterThan(before + 20)
  // For so long they come first.
  expect(claims.filter((at) => at < dueSince + tuning.timersFirstMs)).toEqual([])
  areDue = false
  await harness.until(runId, 'COMPLETED')
  expect(claims.length).toBeGreaterThan(0)
})
