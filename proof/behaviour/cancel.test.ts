import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import { createHarness, type Harness, poll, standard } from '../testing/harness.ts'

describe('a step whose run is cancelled', () => {
  let harness: Harness
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heddle-cancelled-'))
    harness = await createHarness()
    await harness.engine({ executor: { blockedMs: { shared: 300, alone: 3_600_000 } } })
  })
  afterAll(async () => {
    await harness.close()
    await rm(folder, { recursive: true })
  })

  const said = (word: string) => existsSync(join(folder, word))
  const until = (word: string) =>
    poll(
      async () => said(word),
      async () => `nobody has ${word}: ${harness.lines.join('\n')}`,
    )
  /** A run with the step under way, which is then cancelled: that is done at once. */
  const cancelled = async (name: string, more: object = {}) => {
    await rm(folder, { recursive: true })
    folder = await mkdtemp(join(tmpdir(), 'heddle-cancelled-'))
    const step = { name: 'A', type: 'STANDARD', function: `leaving.${name}`, with: { folder, ...more } } as Step
    await harness.publish('Cancelled', [step, standard('B', 'add_one')])
    const runId = await harness.start('Cancelled')
    await until('begun')
    expect(await harness.send(runId, { type: 'cancel' })).toMatchObject({ ok: true, status: 'CANCELLED' })
    await harness.until(runId, 'CANCELLED')
    return { runId, history: await harness.history(runId) }
  }
  const anotherCompletes = async () => {
    await harness.publish('Another', [standard('A', 'add_one')])
    await harness.until(await harness.start('Another'), 'COMPLETED')
  }

  it('hears of it by its signal, ends in order, and its late result changes nothing', async () => {
    const { runId, history } = await cancelled('in_order')
    await until('left in order')
    await anotherCompletes()
    expect(await harness.history(runId)).toEqual(history)
  })

  it('has time to end in order also where it runs alone under quarantine', async () => {
    const { runId, history } = await cancelled('in_order', { blocksFirst: true })
    expect(harness.lines.join()).toContain('was lost')
    await until('left in order')
    expect(await harness.history(runId)).toEqual(history)
  })

  it('may take no notice: the run is over all the same, and stays as it is when the step ends', async () => {
    const { runId, history } = await cancelled('taking_no_notice')
    await anotherCompletes()
    await writeFile(join(folder, 'go on'), '')
    await until('ended')
    await anotherCompletes()
    expect(await harness.history(runId)).toEqual(history)
  })

  it('is ended like any that does not answer where it goes on blocking, and is not called again', async () => {
    const before = harness.lines.length
    const { runId, history } = await cancelled('blocking')
    await poll(
      async () => harness.lines.slice(before).some((line) => /thread was lost .* with 0 steps under way/.test(line)),
      async () => `the thread was not ended: ${harness.lines.join('\n')}`,
    )
    await anotherCompletes()
    expect(await harness.history(runId)).toEqual(history)
    expect(await harness.violations()).toEqual([])
  })
})
