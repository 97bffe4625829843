import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type EngineProcess, spawnEngine } from '#proof/testing/engine-process.ts'
import { createHarness, type Harness, standard } from '#proof/testing/harness.ts'

let harness: Harness
let folder: string
const engines: EngineProcess[] = []

beforeAll(async () => {
  harness = await createHarness()
  await harness.publish('Ends', [standard('First', 'add_one')])
  folder = await mkdtemp(join(tmpdir(), 'heddle-observers-'))
  const told = JSON.stringify(join(folder, 'told'))
  await writeFile(
    join(folder, 'observers.mjs'),
    `import { appendFileSync } from 'node:fs'
     export const on_workflow_status_changed = (runId, from, to, { id }) => appendFileSync(${told}, [runId, to, id, ''].join(' ') + '\\n')`,
  )
  vi.stubEnv('HEDDLE_OBSERVERS', join(folder, 'observers.mjs'))
})
afterEach(() => Promise.all(engines.map((engine) => engine.stop())))
afterAll(async () => {
  vi.unstubAllEnvs()
  await harness.close()
  await rm(folder, { recursive: true })
})

it('tells of every run at least once, with the same id each time, over an engine that is killed', async () => {
  const spawn = async () => {
    const engine = await spawnEngine(harness.databaseUrl)
    engines.push(engine)
    return engine
  }
  const told = async () =>
    (await readFile(join(folder, 'told'), 'utf8').catch(() => ''))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split(' '))
  const first = await spawn()
  await expect
    .poll(async () => (await harness.pool.query("select from bookmark where name = 'observers'")).rowCount)
    .toBe(1)
  const runs = await Promise.all(Array.from({ length: 60 }, () => harness.start('Ends', { n: 1 })))
  await expect.poll(async () => (await told()).length).toBeGreaterThan(0)
  await first.kill(harness.pool)
  await spawn()
  await expect.poll(async () => new Set((await told()).map(([runId]) => runId)).size).toBe(runs.length)
  const lines = await told()
  for (const runId of runs) {
    const ids = new Set(lines.filter(([of]) => of === runId).map(([, to, id]) => `${to} ${id}`))
    expect([...ids]).toEqual([expect.stringMatching(`^COMPLETED ${runId}/\\d+$`)])
  }
})
