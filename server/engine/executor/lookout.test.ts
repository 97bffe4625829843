import { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLookout, tellLookout } from './lookout.ts'

const word = () => new Int32Array(new SharedArrayBuffer(4))

/** How often it slept; the word never changes. */
function sleepsOf(words: Int32Array, times: number): readonly boolean[] {
  const lookout = createLookout(words, 0)
  const sleep = vi.spyOn(Atomics, 'wait')
  onTestFinished(() => sleep.mockRestore())
  return Array.from({ length: times }, () => {
    sleep.mockClear()
    expect(lookout(0)).toBe(false)
    return sleep.mock.calls.length > 0
  })
}

describe('a lookout', () => {
  it('sees at once what has been said already', () => {
    const words = word()
    tellLookout(words, 0)
    expect(createLookout(words, 0)(0)).toBe(true)
  })

  it('is woken by what another thread says', async () => {
    const words = word()
    // It goes on until it is ended: how soon either thread gets a turn does not matter.
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
    const lookout = createLookout(words, 0)
    while (!lookout(Atomics.load(words, 0))) await new Promise((resolve) => setImmediate(resolve))
    expect(Atomics.load(words, 0)).toBeGreaterThan(0)
    await worker.terminate()
  })

  it('sleeps for a moment at most, after vain ones less and less often', () => {
    expect(sleepsOf(word(), 9)).toEqual([true, false, false, true, false, false, false, false, true])
  })
})
