import { expect, it } from 'vitest'
import { startProxy } from '../db/testing/proxy.ts'
import { createHarness, poll, standard } from './testing/harness.ts'

it('ends although the database is gone and was never heard to have committed what it claimed', async () => {
  const harness = await createHarness()
  await harness.publish('Quick', [standard('Next', 'add_one')])
  const proxy = await startProxy(harness.databaseUrl)
  const engine = await harness.engine({ databaseUrl: proxy.url, notify: false })
  const lost = proxy.inject({ on: 'commit', effect: { kind: 'lose_answer' } })
  const unknown = proxy.inject({ on: 'append-landed', effect: { kind: 'error', sqlstates: ['53300'] } })
  const runId = await harness.start('Quick')
  await poll(
    async () => lost.hits > 0 && unknown.hits > 0,
    async () => harness.lines.join('\n'),
  )
  await proxy.close()
  await engine.stop()

  await harness.pool.query('update engine set lease_expires_at = clock_timestamp()')
  await harness.engine()
  await harness.until(runId, 'COMPLETED')
  expect(await harness.violations()).toEqual([])
  await harness.close()
})
