import { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createAdaptiveWait, notifyWaiter } from './adaptive-wait.ts'

const word = () => new Int32Array(new SharedArrayBuffer(4))

/** Whether each of these waits slept; the word never changes. */
function sleepsOf(words: Int32Array, times: number): readonly boolean[] {
  const wait = createAdaptiveWait(words, 0)
  const sleep = vi.spyOn(Atomics, 'wait')
  onTestFinished(() => sleep.mockRestore())
  return Array.from({ length: times }, () => {
    sleep.mockClear()
    expect(wait(0)).toBe(false)
    return sleep.mock.calls.length > 0
  })
}

describe('an adaptive wait', () => {
  it('returns at once when the word has changed already', () => {
    const words = word()
    notifyWaiter(words, 0)
    expect(createAdaptiveWait(words, 0)(0)).toBe(true)
  })

  it('is woken by another thread', async () => {
    const words = word()
    // The thread runs until it is terminated: how soon either thread gets a turn does not matter.
    const worker = new Worker(
      `const { workerData: words } = require('node:worker_threads')
       const pause = new Int32Array(new SharedArrayBuffer(4))
       while (true) {
         Atomics.add(words, 0, 1)
         Atomics.notify(words, 0)
         Atomics.wait(pause, 0, 0, 0.05)
       }`,
      { eval: true, workerData: words },
    )
    const wait = createAdaptiveWait(words, 0)
    while (!wait(Atomics.load(words, 0))) await new Promise((resolve) => setImmediate(resolve))
    expect(Atomics.load(words, 0)).toBeGreaterThan(0)
    await worker.terminate()
  })

  it('sleeps for a moment at most, and less and less often after waits in vain', () => {
    expect(sleepsOf(word(), 9)).toEqual([true, false, false, true, false, false, false, false, true])
  })
})
