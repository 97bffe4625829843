import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createExecutorUnderTest, hasty, isolated } from '../testing/executor-under-test.ts'
import { tuning } from '../tuning.ts'

describe('the quarantine', () => {
  const { open, call, close, opened, lines, progress } = createExecutorUnderTest()
  afterEach(close)

  it('calls an attempt that may have ended engines in a process of its own, and loses no more than that process', async () => {
    open()
    const [pid, fine, deadly, shared] = await Promise.all([
      call('steps.process_id', isolated),
      call('steps.add_one', isolated),
      call('steps.kill_engine', isolated),
      call('steps.process_id'),
    ])
    expect(shared).toEqual({ kind: 'completed', output: { pid: process.pid } })
    expect(pid).toEqual({ kind: 'completed', output: { pid: expect.not.closeTo(process.pid) } })
    expect(fine).toEqual({ kind: 'completed', output: { n: 1 } })
    expect(deadly).toMatchObject({ kind: 'failed', retryable: false, error: { code: 'STEP_QUARANTINED' } })
  })

  it('isolates at once the attempt that a dead engine was calling last, and none of the other attempts that it had under way', async () => {
    open({ lastCalls: { open: () => null, names: (id) => id === 'last' } })
    const here = { kind: 'completed', output: { pid: process.pid } }
    expect(await call('steps.process_id', { id: 'last' })).toEqual(here)
    const [last, other] = await Promise.all(
      ['last', 'other'].map((id) => call('steps.process_id', { id, interruptions: 1 })),
    )
    expect(last).toEqual({ kind: 'completed', output: { pid: expect.not.closeTo(process.pid) } })
    expect(other).toEqual(here)
  })

  it('fails no attempt for the deaths of engines alone, however many', async () => {
    open()
    expect(await call('steps.add_one', { interruptions: 1_000 })).toMatchObject({ kind: 'completed' })
  })

  it('calls alone the attempt that was being called when the shared process was lost, and lets the others go on together', async () => {
    open()
    lines.length = 0
    const folder = await mkdtemp(join(tmpdir(), 'heddle-called-'))
    const until = join(folder, 'now')
    const waiting = Array.from({ length: 8 }, () => call('steps.await_file', { ...isolated, state: { until } }))
    const waits = () => lines.filter((line) => line.includes('waits in process'))
    await expect.poll(() => waits().length).toBe(8)
    const deadly = call('steps.kill_engine', isolated)
    await expect.poll(() => waits().length).toBe(16)
    const [first, ...others] = waits()
    expect(new Set(others.slice(-8)).size).toBe(1)
    expect(others.at(-1)).not.toBe(first)
    expect(lines.filter((line) => line.includes(' lost '))).toEqual([
      expect.stringContaining(
        'an isolated process with 9 attempts was lost (its process ended (SIGKILL)) while steps.kill_engine',
      ),
    ])
    await writeFile(until, '')
    expect((await Promise.all(waiting)).map(({ kind }) => kind)).toEqual(waiting.map(() => 'completed'))
    expect(await deadly).toMatchObject({ error: { code: 'STEP_QUARANTINED' } })
    await rm(folder, { recursive: true })
  })

  it('finds by halves which of many attempts ends their process later on, and blames no other', async () => {
    open()
    lines.length = 0
    const waiting = Array.from({ length: 20 }, () => call('steps.slowly', { ...isolated, state: { ms: 400 } }))
    const deadly = call('steps.end_process_soon', isolated)
    expect((await Promise.all(waiting)).map(({ kind }) => kind)).toEqual(waiting.map(() => 'completed'))
    expect(await deadly).toMatchObject({ error: { code: 'STEP_QUARANTINED' } })
    // Of 21, 11, 6, 3 and 2 at most.
    expect(lines.filter((line) => line.includes(' lost ')).length).toBeLessThanOrEqual(5)
  })

  it('blames an attempt for nothing that another one does or has left behind: they are called again by halves', async () => {
    open()
    lines.length = 0
    const folder = await mkdtemp(join(tmpdir(), 'heddle-blame-'))
    const [end, proceed] = [join(folder, 'end'), join(folder, 'proceed')]
    const waiting = Array.from({ length: 5 }, () =>
      call('steps.await_file', { ...isolated, state: { until: proceed } }),
    )
    await call('steps.end_process_later', { ...isolated, state: { until: end } })
    await writeFile(end, '')
    const lost = () => lines.filter((line) => line.includes(' lost '))
    await expect.poll(lost).toEqual([expect.stringContaining('an isolated process with 5 attempts was lost')])
    await writeFile(proceed, '')
    expect((await Promise.all(waiting)).map(({ kind }) => kind)).toEqual(waiting.map(() => 'completed'))
    expect(lost()).toHaveLength(1)
    await rm(folder, { recursive: true })
  })

  it('lets isolated attempts wait for other systems at the same time', async () => {
    open()
    const folder = await mkdtemp(join(tmpdir(), 'heddle-wait-'))
    lines.length = 0
    const many = Array.from({ length: 20 }, () =>
      call('steps.await_file', { ...isolated, state: { until: join(folder, 'now') } }),
    )
    await expect.poll(() => lines.filter((line) => line.includes('waits in process')).length).toBe(20)
    expect(new Set(lines).size).toBe(1)
    await writeFile(join(folder, 'now'), '')
    expect((await Promise.all(many)).map(({ kind }) => kind)).toEqual(many.map(() => 'completed'))
    await rm(folder, { recursive: true })
  })

  it('cancels attempts that run alone, and attempts that wait for a process', async () => {
    open(hasty)
    const heard: string[] = []
    const endless = Array.from({ length: tuning.exclusiveProcesses + 1 }, (_, index) => `endless ${index}`)
    for (const id of endless) void call('steps.loop_forever', { id, ...isolated }).then(() => heard.push(id))
    await expect.poll(() => lines.some((line) => line.includes('while steps.loop_forever was being called'))).toBe(true)
    for (const id of endless) opened().cancel(id)
    expect(await call('steps.add_one', isolated)).toMatchObject({ kind: 'completed' })
    expect(heard).toEqual([])
  })

  it('backs off from a step that has ended its thread or process, longer before the last time, notes it, and calls no attempt that is cancelled meanwhile', async () => {
    const backOffMs = { first: 300, last: 900 }
    const losses: number[] = []
    const log = (line: string) => {
      if (/ was lost | has ended the process /.test(line)) losses.push(performance.now())
    }
    open({ ...hasty, backOffMs, log })
    let isTold = false
    void call('steps.exit', { id: 'cancelled' }).then(() => {
      isTold = true
    })
    await expect.poll(() => losses.length).toBe(1)
    opened().cancel('cancelled')
    losses.length = 0
    progress.length = 0
    expect(await call('steps.exit')).toMatchObject({ error: { code: 'STEP_QUARANTINED' } })
    const [first = 0, second = 0, third = 0] = losses
    expect(second - first).toBeGreaterThan(backOffMs.first - 1)
    expect(third - second).toBeGreaterThan(backOffMs.last - 1)
    expect({ losses: losses.length, isTold }).toEqual({ losses: 3, isTold: false })
    expect(progress).toEqual([
      { note: expect.stringContaining('after 0.3 s') },
      { note: expect.stringContaining('after 0.9 s') },
    ])
  })
})
