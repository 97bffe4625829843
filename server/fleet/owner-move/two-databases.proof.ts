import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StartRequest } from '#core/run/start/start-request.ts'
import { spawnEngine } from '#proof/testing/engine-process.ts'
import { createHarness, type Harness, poll, standard } from '#proof/testing/harness.ts'
import { localActor } from '#server/access/actor.ts'
import { createDatabase } from '#server/db/client.ts'
import { type EmbeddedServer, startEmbeddedServer } from '#server/db/embedded/server.ts'
import { migrate } from '#server/db/migrate.ts'
import { requestRun } from '#server/runs/acting/request-run.ts'
import { createStores } from '#server/stores.ts'

const run = promisify(execFile)
const STEPS = 40

let folder: string
let other: EmbeddedServer
let from: Harness
let to: Harness

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-owner-move-'))
  other = await startEmbeddedServer({ dataDir: folder, settings: ['fsync=off'] })
  await migrate(other.url)
  from = await createHarness()
  to = await createHarness({ url: other.url, drop: () => other.stop() })
})
afterAll(async () => {
  await from.close()
  await to.close()
  await rm(folder, { recursive: true, force: true })
})

const move = () =>
  run(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'server/processes/owner-move.ts', 'move', 'local', '--to', other.url],
    {
      env: { ...process.env, DATABASE_URL: from.databaseUrl },
    },
  )

/** The number of rows of each table with runs. */
async function counts(harness: Harness): Promise<Readonly<Record<string, number>>> {
  const { rows } = await harness.pool.query(
    `select (select count(*)::int from run) as runs, (select count(*)::int from run_log) as log, (select count(*)::int from payload) as payloads,
            (select count(*)::int from human_task) as tasks, (select count(*)::int from timer) as timers`,
  )
  return rows[0]
}

it('fleet 5: an owner moves between two PostgreSQL servers, and its runs in flight end at the other one', async () => {
  const engine = await spawnEngine(from.databaseUrl)
  await from.publish(
    'Long',
    Array.from({ length: STEPS }, (_, index) => standard(`Step ${index}`, 'slowly')),
  )
  await from.publish('Rows', [
    standard('Fetch', 'rows'),
    { name: 'Ask', type: 'HUMAN', title: 'Go on?', groups: ['all'] },
    standard('Last', 'last_row', { with: { rows: '{{ steps.Fetch.output.rows }}' } }),
  ])
  await from.publish('Calls', [{ name: 'Below', type: 'SUB_WORKFLOW', sub_workflow_type: 'Long' }])
  await from.publish('Ends', [standard('First', 'add_one')])
  const ended = await from.start('Ends', { n: 1 })
  await from.until(ended, 'COMPLETED')
  const asking = await from.start('Rows', { count: 30_000 })
  await from.until(asking, 'WAITING_HUMAN_INPUT')
  const flying = await Promise.all(
    [...Array(8).keys()].map((n) => from.start(n % 2 === 0 ? 'Long' : 'Calls', { ms: 30 })),
  )
  await poll(
    async () => (await from.pool.query('select from run_log where seq > 20')).rowCount !== 0,
    async () => engine.output(),
  )

  await expect(move()).rejects.toThrow('Processes still run on the database of the owner: engine')
  await engine.kill(from.pool)
  await from.pool.query('delete from fleet_process')
  const sent = await counts(from)
  expect((await move()).stdout).toMatch(/^local is moved: \d+ rows of \d+ tables/)
  expect(await counts(to)).toEqual(sent)
  expect(await counts(from)).toEqual({ runs: 0, log: 0, payloads: 0, tasks: 0, timers: 0 })

  await to.engine()
  for (const runId of flying) await to.until(runId, 'COMPLETED')
  expect(await to.send(asking, { type: 'resume', input: {} })).toMatchObject({ ok: true })
  await to.until(asking, 'COMPLETED')
  expect(await to.violations()).toEqual([])

  const database = createDatabase(from.databaseUrl, 1)
  await expect(
    requestRun(createStores(from.pool, database), localActor, { workflow: 'Ends', input: {} } as StartRequest),
  ).rejects.toThrow('local was moved to another database')
  await database.$disconnect()
  await expect(move()).rejects.toThrow('local was moved to')
})
