import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, type Harness, poll, standard } from '../testing/harness.ts'

describe('a run that is paused before it begins', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await createHarness()
    await harness.publish('Adds', [standard('Add', 'add_one')])
    await harness.publish('Below', [standard('Tell', 'process_id')])
    await harness.publish('Above', [standard('Down', 'start_child')])
  })
  afterAll(() => harness.close())

  const callsOf = async (runId: string) =>
    (await harness.history(runId)).filter(({ type }) => type === 'workflow.node.started').length

  it('calls nothing until it goes on, and then once', async () => {
    const runId = await harness.start('Adds', { n: 1 })
    expect(await harness.send(runId, { type: 'pause' }, undefined, 0)).toBe('pending')
    await harness.engine()
    await poll(
      async () => (await harness.state(runId)).hold !== null,
      async () => 'it is not held',
    )
    expect(await callsOf(runId)).toBe(0)
    expect(await harness.send(runId, { type: 'resume' })).toMatchObject({ ok: true })
    await harness.until(runId, 'COMPLETED')
    expect(await callsOf(runId)).toBe(1)
    expect(await harness.violations()).toEqual([])
  })

  it('with its parent, by which it was made meanwhile, calls nothing until that goes on', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'heddle-paused-'))
    const until = join(folder, 'now')
    const runId = await harness.start('Above', { child: 'Below', until })
    await poll(
      async () => (await callsOf(runId)) === 1,
      async () => 'Down has not begun',
    )
    expect(await harness.send(runId, { type: 'pause' })).toMatchObject({ ok: true })
    await writeFile(until, '')
    const childId = async () => Object.keys((await harness.state(runId)).children)[0]
    await poll(
      async () => {
        const child = await childId()
        return child !== undefined && (await harness.state(child)).hold !== null
      },
      async () => 'no child is held',
    )
    const child = (await childId()) ?? ''
    expect(await callsOf(child)).toBe(0)
    expect(await harness.send(runId, { type: 'resume' })).toMatchObject({ ok: true })
    await harness.until(runId, 'COMPLETED')
    expect(await callsOf(child)).toBe(1)
    expect(await harness.violations()).toEqual([])
    await rm(folder, { recursive: true })
  })
})
