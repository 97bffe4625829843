import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { createDatabase, type Database } from '#server/db/client.ts'
import { createCodeFiles } from '#server/workflows/code/code-files.ts'
import { type EngineProcess, spawnEngine } from '../testing/engine-process.ts'
import { createHarness, type Harness, poll } from '../testing/harness.ts'
import { isShortProof } from '../testing/proof-length.ts'

/** A short proof has a tenth of the chain. */
const LINKS = isShortProof ? 100 : 1_000
/** What one run counts, before it continues as new. */
const PER_LINK = 10
/** The engine is killed each time that the chain has grown by so many runs, until it is left alone to measure it. */
const KILL_EVERY = isShortProof ? 30 : 100
const LAST_KILL = 0.6 * LINKS
/** Events of one run, and how much an engine grows over the last links, in MB. */
const MOST_EVENTS = 10
const MOST_GROWTH = 100

let harness: Harness
let database: Database
let engine: EngineProcess

beforeAll(async () => {
  harness = await createHarness()
  database = createDatabase(harness.databaseUrl)
  const stores = { pool: harness.pool, database, engine: harness.client }
  const functionsFolders = [join(import.meta.dirname, '../testing/code')]
  await createCodeFiles({ stores, actor: localActor, functionsFolders, log: () => undefined }).publishChanged()
  engine = await spawnEngine(harness.databaseUrl)
})
afterAll(async () => {
  await engine.stop()
  await database.$disconnect()
  await harness.close()
})

async function links(): Promise<number> {
  const { rows } = await harness.pool.query<{ count: number }>(
    `select count(*)::int as count from run where workflow = 'Counter'`,
  )
  return rows[0]?.count ?? 0
}

const grown = (to: number) =>
  poll(
    async () => (await links()) >= to,
    async () => `${await links()}: ${engine.output()}`,
  )

/** Memory of the engine in MB, from the process table of Linux. */
async function memory(): Promise<number> {
  const status = await readFile(`/proc/${engine.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024
}

/** A body that never yields ends the thread of its bodies, each time that it is delivered. */
async function killThreads(): Promise<void> {
  await harness.until(await harness.start('Spins'), 'FAILED')
}

test(`code 8: a chain of ${LINKS} runs that continue as new, under kills of engines and of threads of code`, async () => {
  const first = await harness.start('Counter', { n: 0, to: LINKS * PER_LINK })
  for (let to = KILL_EVERY; to <= LAST_KILL; to += KILL_EVERY) {
    await grown(to)
    await engine.kill(harness.pool)
    engine = await spawnEngine(harness.databaseUrl)
    if (to === KILL_EVERY) await killThreads()
  }
  await grown(0.7 * LINKS)
  const before = await memory()
  await grown(LINKS)
  const growth = (await memory()) - before

  let runId = first
  const seen = new Set<string>()
  let output: unknown = null
  for (let link = 1; link <= LINKS; link += 1) {
    const { outcome, header } = await harness.until(runId, 'COMPLETED')
    expect(header.input).toMatchObject({ n: (link - 1) * PER_LINK })
    const history = await harness.history(runId)
    expect(history.length).toBeLessThanOrEqual(MOST_EVENTS)
    const successors = history.flatMap((event) =>
      event.type === 'workflow.run.continued_as_new' ? [event.payload.new_run_id] : [],
    )
    expect(successors).toHaveLength(link < LINKS ? 1 : 0)
    seen.add(runId)
    output = outcome?.output
    runId = successors[0] ?? runId
  }
  expect(seen.size).toBe(LINKS)
  expect(await links()).toBe(LINKS)
  expect(output).toBe(LINKS * PER_LINK)
  expect(growth).toBeLessThan(MOST_GROWTH)
  expect(await harness.violations()).toEqual([])
})
