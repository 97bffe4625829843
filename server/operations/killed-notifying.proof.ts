import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ArmedProcess, spawnArmed } from '#proof/testing/crash/armed-process.ts'
import { engineMain } from '#proof/testing/crash/killed-engines.ts'
import { pointsBy } from '#proof/testing/crash/ways.ts'
import { createHarness, type Harness, standard } from '#proof/testing/harness.ts'
import type { CrashPoint } from '#server/engine/crash-points.ts'
import { expireLease } from '#server/engine/expire-lease.ts'

const strike = pathToFileURL(join(import.meta.dirname, '../../proof/testing/crash/strike.ts')).href

describe('an engine that is killed while it tells of what happened', () => {
  let harness: Harness
  let folder: string
  let standby: ArmedProcess
  const struck = new Set<CrashPoint>()
  const failed: string[] = []

  const file = (name: string) => join(folder, name)
  /** `observers`: run, status and id of the event; `outside`: what the call on failure was given. */
  const linesOf = async (name: string) =>
    (await readFile(file(name), 'utf8').catch(() => '')).split('\n').filter((line) => line !== '')
  const load = () =>
    spawnArmed(harness.databaseUrl, engineMain, {
      settings: {
        HEDDLE_OBSERVERS: file('observers.mjs'),
        // It refuses while that file is there.
        HEDDLE_ON_FAILURE: `test ! -e ${file('refuse')} && told=$(cat) && printf '%s\\n' "$told" >> ${file('outside')}`,
      },
    })
  const begin = () => {
    const engine = standby
    engine.begin()
    standby = load()
    return engine
  }
  const fail = async () => failed.push(await harness.start('Fails'))
  const toldByObservers = async () => {
    const lines = await linesOf('observers')
    return failed.filter((runId) => lines.some((line) => line.startsWith(`${runId} FAILED `)))
  }
  const toldOutside = async () => {
    const lines = await linesOf('outside')
    return failed.filter((runId) => lines.some((line) => line.includes(`"run_id":"${runId}"`)))
  }
  /** Whoever took a notice and died keeps it from the others for a while. */
  const hurry = () => harness.pool.query('update failure_notice set due_at = clock_timestamp()')
  const allIsTold = async () => {
    await hurry()
    expect({ observers: await toldByObservers(), outside: await toldOutside() }).toEqual({
      observers: failed,
      outside: failed,
    })
  }

  beforeAll(async () => {
    harness = await createHarness()
    await harness.publish('Fails', [standard('Broken', 'fail_for_good')])
    folder = await mkdtemp(join(tmpdir(), 'heddle-telling-'))
    await writeFile(
      file('observers.mjs'),
      `import { appendFileSync } from 'node:fs'
       import { strikeInThread } from ${JSON.stringify(strike)}
       strikeInThread()
       export const on_workflow_status_changed = (runId, from, to, { id }) =>
         appendFileSync(${JSON.stringify(file('observers'))}, [runId, to, id].join(' ') + '\\n')`,
    )
    standby = load()
  })
  afterAll(async () => {
    standby.signal('SIGKILL')
    await standby.died
    await harness.close()
    await rm(folder, { recursive: true })
  })

  it.each(pointsBy('telling'))('at %s, leaves the rest of it to the next one', async (point) => {
    const engine = begin()
    await expect.poll(async () => (await harness.pool.query('select from bookmark')).rowCount).toBeGreaterThan(1)
    if (point.startsWith('failure_postponed')) await appendFile(file('refuse'), '')
    await hurry()
    await engine.arm({ point, times: 1 })
    await fail()
    await engine.died
    expect(engine.wasKilled(), engine.output()).toBe(true)
    await expireLease(harness.pool, engine.pid)
    await rm(file('refuse'), { force: true })
    struck.add(point)
  })

  it('leaves nothing untold in the end, and tells of nothing under two names', async () => {
    const last = begin()
    await expect.poll(allIsTold).toBeUndefined()
    const names = new Map<string, Set<string>>()
    const tells = (runId: string, id: string) => names.set(runId, (names.get(runId) ?? new Set()).add(id))
    for (const line of await linesOf('outside')) {
      const { run_id, id } = JSON.parse(line) as { readonly run_id: string; readonly id: string }
      tells(`outside ${run_id}`, id)
    }
    for (const line of await linesOf('observers')) {
      const [runId = '', status = '', id = ''] = line.split(' ')
      tells(`${status} ${runId}`, id)
    }
    expect([...names.values()].filter((ids) => ids.size > 1)).toEqual([])
    expect(await harness.violations()).toEqual([])
    last.signal('SIGTERM')
    await last.died
  })

  it('has been killed at every such point', () => {
    expect(pointsBy('telling').filter((point) => !struck.has(point))).toEqual([])
  })
})
