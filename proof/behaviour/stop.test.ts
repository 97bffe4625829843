import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startProxy } from '#server/db/testing/proxy.ts'
import { createHarness, poll, standard } from '../testing/harness.ts'

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

it('is no reason to isolate a step, however often it happens while that step is under way', async () => {
  const harness = await createHarness()
  await harness.publish('Long', [standard('Long', 'block')])
  const folder = await mkdtemp(join(tmpdir(), 'heddle-stop-'))
  const runId = await harness.start('Long', { until: join(folder, 'now') })
  const open = async () => {
    const engine = await harness.engine({ executor: { blockedMs: { shared: 3_600_000, alone: 3_600_000 } } })
    await poll(
      async () => {
        const { rowCount } = await harness.pool.query('select from run_state where engine_id = $1', [
          engine.identity.id,
        ])
        return rowCount === 1
      },
      async () => harness.lines.join('\n'),
    )
    return engine
  }
  for (let stops = 0; stops < 4; stops += 1) await (await open()).stop()
  await open()
  await writeFile(join(folder, 'now'), '')
  const { data } = await harness.until(runId, 'COMPLETED')
  expect(data).toMatchObject({ pid: process.pid })
  const owned = (await harness.history(runId)).filter(({ type }) => type === 'workflow.run.owned')
  expect(owned).toHaveLength(4)
  expect(owned.map(({ payload }) => payload)).toEqual(owned.map(() => expect.objectContaining({ handed_back: true })))
  await harness.close()
  await rm(folder, { recursive: true })
})
