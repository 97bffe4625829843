import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { createExecutorUnderTest, hasty, suspect } from './testing/executor-under-test.ts'

describe('suspects', () => {
  const { open, call, close, opened, lines, progress } = createExecutorUnderTest()
  afterEach(close)

  it('calls what engines may have died of in a process of its own, and ends no more than that process with it', async () => {
    open()
    const [pid, fine, deadly, shared] = await Promise.all([
      call('steps.process_id', suspect),
      call('steps.add_one', suspect),
      call('steps.kill_engine', suspect),
      call('steps.process_id'),
    ])
    expect(shared).toEqual({ kind: 'completed', output: { pid: process.pid } })
    expect(pid).toEqual({ kind: 'completed', output: { pid: expect.not.closeTo(process.pid) } })
    expect(fine).toEqual({ kind: 'completed', output: { n: 1 } })
    expect(deadly).toMatchObject({ kind: 'failed', retryable: false, error: { code: 'STEP_QUARANTINED' } })
  })

  it('calls elsewhere at once what an engine that died was calling last, and with all others what else it had under way', async () => {
    open({ lastCalls: { open: () => null, names: (id) => id === 'last' } })
    const here = { kind: 'completed', output: { pid: process.pid } }
    expect(await call('steps.process_id', { id: 'last' })).toEqual(here)
    const [last, other] = await Promise.all(
      ['last', 'other'].map((id) => call('steps.process_id', { id, interruptions: 1 })),
    )
    expect(last).toEqual({ kind: 'completed', output: { pid: expect.not.closeTo(process.pid) } })
    expect(other).toEqual(here)
  })

  it('quarantines nothing for the deaths of engines alone, however many', async () => {
    open()
    expect(await call('steps.add_one', { interruptions: 1_000 })).toMatchObject({ kind: 'completed' })
  })

  it('calls alone what was being called when a process of suspects was lost, and lets the others go on together', async () => {
    open()
    lines.length = 0
    const folder = await mkdtemp(join(tmpdir(), 'heddle-called-'))
    const until = join(folder, 'now')
    const waiting = Array.from({ length: 8 }, () => call('steps.await_file', { ...suspect, state: { until } }))
    const waits = () => lines.filter((line) => line.includes('waits in process'))
    await expect.poll(() => waits().length).toBe(8)
    const deadly = call('steps.kill_engine', suspect)
    await expect.poll(() => waits().length).toBe(16)
    const [first, ...others] = waits()
    expect(new Set(others.slice(-8)).size).toBe(1)
    expect(others.at(-1)).not.toBe(first)
    expect(lines.filter((line) => line.includes(' lost '))).toEqual([
      expect.stringContaining(
        'a process with 9 suspects was lost (its process ended (SIGKILL)) while steps.kill_engine',
      ),
    ])
    await writeFile(until, '')
    expect((await Promise.all(waiting)).map(({ kind }) => kind)).toEqual(waiting.map(() => 'completed'))
    expect(await deadly).toMatchObject({ error: { code: 'STEP_QUARANTINED' } })
    await rm(folder, { recursive: true })
  })

  it('finds by halves which of many suspects ends their process later on, and blames no other', async () => {
    open()
    lines.length = 0
    const waiting = Array.from({ length: 20 }, () => call('steps.slowly', { ...suspect, state: { ms: 400 } }))
    const deadly = call('steps.end_process_soon', suspect)
    expect((await Promise.all(waiting)).map(({ kind }) => kind)).toEqual(waiting.map(() => 'completed'))
    expect(await deadly).toMatchObject({ error: { code: 'STEP_QUARANTINED' } })
    // Of 21, 11, 6, 3 and 2 at most.
    expect(lines.filter((line) => line.includes(' lost ')).length).toBeLessThanOrEqual(5)
  })

  it('blames a suspect for nothing that another one does or has left behind: they are called again by halves', async () => {
    open()
    lines.length = 0
    const folder = await mkdtemp(join(tmpdir(), 'heddle-blame-'))
    const [end, goOn] = [join(folder, 'end'), join(folder, 'go-on')]
    const waiting = Array.from({ length: 5 }, () => call('steps.await_file', { ...suspect, state: { until: goOn } }))
    await call('steps.end_process_later', { ...suspect, state: { until: end } })
    await writeFile(end, '')
    const lost = () => lines.filter((line) => line.includes(' lost '))
    await expect.poll(lost).toEqual([expect.stringContaining('a process with 5 suspects was lost')])
    await writeFile(goOn, '')
    expect((await Promise.all(waiting)).map(({ kind }) => kind)).toEqual(waiting.map(() => 'completed'))
    expect(lost()).toHaveLength(1)
    await rm(folder, { recursive: true })
  })

  it('lets suspects wait for others at the same time', async () => {
    open()
    const folder = await mkdtemp(join(tmpdir(), 'heddle-wait-'))
    lines.length = 0
    const many = Array.from({ length: 20 }, () =>
      call('steps.await_file', { ...suspect, state: { until: join(folder, 'now') } }),
    )
    await expect.poll(() => lines.filter((line) => line.includes('waits in process')).length).toBe(20)
    expect(new Set(lines).size).toBe(1)
    await writeFile(join(folder, 'now'), '')
    expect((await Promise.all(many)).map(({ kind }) => kind)).toEqual(many.map(() => 'completed'))
    await rm(folder, { recursive: true })
  })

  it('cancels suspects that run alone, and those that wait for that', async () => {
    open(hasty)
    const heard: string[] = []
    const endless = Array.from({ length: limits.engine.suspectsAlone + 1 }, (_, index) => `endless ${index}`)
    for (const id of endless) void call('steps.loop_forever', { id, ...suspect }).then(() => heard.push(id))
    await expect.poll(() => lines.some((line) => line.includes('while steps.loop_forever was being called'))).toBe(true)
    for (const id of endless) opened().cancel(id)
    expect(await call('steps.add_one', suspect)).toMatchObject({ kind: 'completed' })
    expect(heard).toEqual([])
  })

  it('backs off from a step that has ended what ran it, longer before the last time, says so, and calls none that is cancelled meanwhile', async () => {
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
