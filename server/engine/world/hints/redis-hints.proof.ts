import { expect, it } from 'vitest'
import { hintsContract } from '#proof/testing/contract/hints-contract.ts'
import { createHarness, standard } from '#proof/testing/harness.ts'
import { startRedis } from '#proof/testing/redis-server.ts'
import { createPool } from '../../../db/pool.ts'
import { createTestDatabase } from '../../../db/testing/test-database.ts'
import { createEngineClient } from '../../requests/engine-client.ts'
import { createHints } from '../../requests/hints.ts'
import { createWakeUp } from '../wake-up.ts'

hintsContract('Redis', true, async () => {
  const database = await createTestDatabase()
  const pool = createPool(database.url, 2)
  const redis = await startRedis()
  return {
    wakeUp: () => createWakeUp({ databaseUrl: database.url, notify: true, hintsUrl: redis.url }),
    hints: () => createHints(pool, { hintsUrl: redis.url }),
    interrupt: redis.restart,
    async close() {
      await redis.stop()
      await pool.end()
      await database.drop()
    },
  }
})

it('fleet 4: runs go on by Redis, without it, and again with it; nothing is stored there', async () => {
  const harness = await createHarness()
  const redis = await startRedis()
  const engine = await harness.engine({ notify: false, hintsUrl: redis.url })
  const client = createEngineClient(
    harness.pool,
    undefined,
    undefined,
    createHints(harness.pool, { hintsUrl: redis.url }),
  )
  await harness.publish('Short', [standard('Add', 'addOne')])
  const start = async () => {
    const actor = { id: 'local', name: 'You' }
    const started = await client.starter.start({
      ownerId: 'local',
      dataRegion: 'local',
      actor,
      workflow: 'Short',
      input: {},
    })
    if (!started.ok) throw new Error(`It was not started: ${started.code}.`)
    await harness.until(started.runId, 'COMPLETED')
    return started.runId
  }
  const ownerOfFirstRow = async (runId: string) =>
    (
      await harness.pool.query<{ epoch: number }>(
        'select engine_epoch::float8 as epoch from run_log where run_id = $1 and seq = 1',
        [runId],
      )
    ).rows[0]?.epoch
  expect(await ownerOfFirstRow(await start())).toBe(engine.identity.epoch)
  await redis.kill()
  await start()
  await redis.restart()
  await start()
  expect(await redis.keys()).toBe(0)
  expect(await harness.violations()).toEqual([])
  await client.close()
  await harness.close()
  await redis.stop()
})
