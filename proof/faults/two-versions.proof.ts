import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { PARKED } from '#server/engine/store/queue-position.ts'
import { type NodeProcess, spawnNode } from '../testing/engine-process.ts'
import { createHarness, poll, standard } from '../testing/harness.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
/** The last version before processes of two versions could share a database. */
const EARLIER = '07c66df5'
const STEPS = 12
/** Which versions run, one place after the other: forward, back, and forward again. */
const rolls = [
  ['earlier', 'earlier'],
  ['this', 'earlier'],
  ['this', 'this'],
  ['this', 'earlier'],
  ['earlier', 'earlier'],
  ['this', 'earlier'],
  ['this', 'this'],
] as const

/** The sources of the earlier version, beside these; null where this is no clone that has them. */
async function checkOutEarlier(): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-earlier-'))
  const files = join(folder, 'heddle')
  const made = await run('git', ['worktree', 'add', '--detach', files, EARLIER], { cwd: root }).catch(() => null)
  if (!made) return null
  await symlink(join(root, 'node_modules'), join(files, 'node_modules'))
  await run(process.execPath, [join(files, 'server', 'processes', 'generate.mjs')], { cwd: files })
  return files
}

async function startEngine(databaseUrl: string, files: string): Promise<NodeProcess> {
  const engine = spawnNode(databaseUrl, [join(files, 'server', 'processes', 'engine.ts')])
  const ready = await Promise.race([once(engine.child, 'message'), engine.died.then(() => null)])
  if (!ready) throw new Error(`An engine did not start:\n${engine.output()}`)
  return engine
}

it('fleet 3: an earlier release and this one share a database under load, forward, back and forward', async (context) => {
  const earlier = await checkOutEarlier()
  if (earlier === null) {
    context.skip('The earlier version is not in this clone.')
    return
  }
  const harness = await createHarness()
  await harness.publish('Steps', [
    ...Array.from({ length: STEPS }, (_, index) => standard(`Step ${index}`, 'slowly')),
    standard('Last', 'add_one'),
  ])
  const runIds: string[] = []
  let isLoading = true
  const load = (async () => {
    while (isLoading) {
      const started = Array.from({ length: 10 }, () => harness.start('Steps', { ms: 20 }))
      runIds.push(...(await Promise.all(started)))
      await harness.until(runIds.at(-1) ?? '', 'COMPLETED')
    }
  })()
  const versions = { earlier, this: root }
  const running: (NodeProcess & { version: string })[] = []
  for (const roll of rolls) {
    for (const [place, version] of roll.entries()) {
      const old = running[place]
      if (old?.version === version) continue
      const next = await startEngine(harness.databaseUrl, versions[version])
      running[place] = { ...next, version }
      old?.child.kill('SIGTERM')
      await old?.died
      if (old) expect(old.child.exitCode, old.output()).toBe(0)
    }
    // Both engines of this step have had work.
    const before = runIds.length
    await poll(
      async () => runIds.length > before + 20,
      async () => running.map(({ output }) => output()).join('\n'),
    )
  }
  isLoading = false
  await load
  for (const runId of runIds) await harness.until(runId, 'COMPLETED')
  expect((await harness.pool.query('select from ready where position >= $1', [PARKED])).rowCount).toBe(0)
  expect(await harness.violations()).toEqual([])
  for (const { child, died } of running) {
    child.kill('SIGTERM')
    await died
  }
  await harness.close()
  await run('git', ['worktree', 'remove', '--force', earlier], { cwd: root })
  await rm(join(earlier, '..'), { recursive: true, force: true })
})
