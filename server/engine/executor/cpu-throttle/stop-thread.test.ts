import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { stoppableThread } from './stop-thread.ts'

/** As a module and as a script: which of them it is depends on the flags of the process. */
const counting = `
  const { workerData } = process.getBuiltinModule('node:worker_threads')
  for (;;) Atomics.add(workerData, 0, 1)`

describe('a thread that keeps a processor busy', () => {
  const threads: Worker[] = []
  afterEach(() => Promise.all(threads.splice(0).map((thread) => thread.terminate())))

  const run = async () => {
    const counted = new Int32Array(new SharedArrayBuffer(4))
    const thread = new Worker(counting, { eval: true, workerData: counted })
    threads.push(thread)
    await once(thread, 'online')
    await expect.poll(() => counted[0], { interval: 5 }).not.toBe(0)
    /** Whether it counts on between two looks. */
    const goesOn = async () => {
      const before = counted[0]
      await new Promise((resolve) => setTimeout(resolve, 20))
      return counted[0] !== before
    }
    return { stoppable: stoppableThread(thread.threadId), goesOn, thread }
  }

  it('is stopped wherever it is, again and again, and goes on in between', async () => {
    const { stoppable, goesOn } = await run()
    for (let turn = 0; turn < 3; turn += 1) {
      expect(stoppable.stop()).toBe(true)
      await expect.poll(goesOn).toBe(false)
      stoppable.resume()
      await expect.poll(goesOn).toBe(true)
    }
    stoppable.stop()
    stoppable.close()
    await expect.poll(goesOn).toBe(true)
  })

  it('can be ended once it is no longer stopped', async () => {
    const { stoppable, goesOn, thread } = await run()
    stoppable.stop()
    await expect.poll(goesOn).toBe(false)
    stoppable.close()
    expect(await thread.terminate()).toBe(1)
  })

  it('does not keep its process from ending', () => {
    const code = `
      import { Worker } from 'node:worker_threads'
      import { stoppableThread } from ${JSON.stringify(join(import.meta.dirname, 'stop-thread.ts'))}
      const counted = new Int32Array(new SharedArrayBuffer(4))
      const thread = new Worker(${JSON.stringify(counting)}, { eval: true, workerData: counted })
      let stoppable
      let before = 0
      setInterval(() => {
        if (counted[0] === 0) return
        if (stoppable && counted[0] === before) process.exit(7)
        before = counted[0]
        stoppable ??= stoppableThread(thread.threadId)
        stoppable.stop()
      }, 50)`
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      encoding: 'utf8',
      timeout: 60_000,
    })
    expect({ status, stderr }).toEqual({ status: 7, stderr: '' })
  })
})
