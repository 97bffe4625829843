import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, type Harness, poll, standard } from '../testing/harness.ts'

const LONG_MS = 3_600_000

describe('an engine that drains', () => {
  let harness: Harness
  let folder: string
  beforeAll(async () => {
    harness = await createHarness()
    folder = await mkdtemp(join(tmpdir(), 'heddle-drain-'))
    await harness.publish('Held', [standard('Wait', 'await_file'), standard('Next', 'add_one')])
  })
  afterAll(async () => {
    await harness.close()
    await rm(folder, { recursive: true })
  })

  const waits = () => harness.lines.filter((line) => line.includes('waits in process')).length
  const called = async (times: number) =>
    poll(
      async () => waits() === times,
      async () => harness.lines.join('\n'),
    )
  const owners = async (runId: string) =>
    (await harness.history(runId)).flatMap((event) =>
      event.type === 'workflow.run.owned' ? [event.payload as { engine_id: string; handed_back?: true }] : [],
    )
  const ownerNow = async (runId: string) =>
    (
      await harness.pool.query<{ engine_id: string | null }>('select engine_id from run_state where run_id = $1', [
        runId,
      ])
    ).rows[0]?.engine_id

  it('fleet 1: lets a call end, begins no further one, and hands the run back: no step is called again', async () => {
    const first = await harness.engine()
    const until = join(folder, 'one')
    const runId = await harness.start('Held', { until })
    await called(1)
    const drained = first.drain(LONG_MS)
    await poll(
      async () => (await harness.pool.query('select from engine where takes_runs')).rowCount === 0,
      async () => 'The engine still takes eager runs.',
    )
    expect(await ownerNow(runId)).toBe(first.identity.id)
    await writeFile(until, '')
    await drained
    expect(await ownerNow(runId)).toBe(null)
    expect(first.runs).toBe(0)
    const second = await harness.engine()
    await harness.until(runId, 'COMPLETED')
    expect(waits()).toBe(1)
    expect((await owners(runId)).at(-1)).toMatchObject({ engine_id: second.identity.id, handed_back: true })
    await Promise.all([first.stop(), second.stop()])
    expect(await harness.violations()).toEqual([])
  })

  it('fleet 1: takes no run from the queue, and none that a start gives it', async () => {
    const draining = await harness.engine()
    await draining.drain(LONG_MS)
    const runId = await harness.start('Held', { until: folder })
    expect(await ownerNow(runId)).toBe(null)
    const other = await harness.engine()
    await harness.until(runId, 'COMPLETED')
    expect((await owners(runId)).map(({ engine_id }) => engine_id)).toEqual([other.identity.id])
    await Promise.all([draining.stop(), other.stop()])
  })

  it('fleet 1: waits no longer than it may: the call is made again by another engine, under the same attempt', async () => {
    const before = waits()
    const first = await harness.engine()
    const until = join(folder, 'three')
    const runId = await harness.start('Held', { until })
    await called(before + 1)
    await first.drain(0)
    await first.stop()
    const second = await harness.engine()
    await called(before + 2)
    await writeFile(until, '')
    await harness.until(runId, 'COMPLETED')
    const attempts = (await harness.history(runId)).filter(
      (event) => event.type === 'workflow.node.started' && event.step === 'Wait',
    )
    expect(attempts).toHaveLength(1)
    await second.stop()
    expect(await harness.violations()).toEqual([])
  })
})
