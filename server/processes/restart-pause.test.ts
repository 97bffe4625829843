import { expect, it } from 'vitest'
import { pauseBeforeRestart } from './restart-pause.ts'

/** How long the pause lasts by a clock that jumps from one timer to the next. */
async function pauseOf(longestMs: number, hasWork: (atMs: number) => Promise<boolean>): Promise<number> {
  let nowMs = 0
  return new Promise((resolve) => {
    pauseBeforeRestart(longestMs, {
      after(ms, act) {
        nowMs += ms
        queueMicrotask(act)
      },
      hasWork: () => hasWork(nowMs),
      launch: () => resolve(nowMs),
    })
  })
}

it('lasts at most 2 s while work waits, however often the process has died', async () => {
  for (const longestMs of [250, 1_000, 2_000, 4_000, 10_000]) {
    expect(await pauseOf(longestMs, () => Promise.resolve(true))).toBeLessThanOrEqual(2_000)
  }
})

it('ends at most 2 s after work has come during it', async () => {
  expect(await pauseOf(10_000, (atMs) => Promise.resolve(atMs > 5_000))).toBeLessThanOrEqual(7_000)
})

it('lasts as long as it is meant to with nothing to do, and while the database does not answer', async () => {
  expect(await pauseOf(10_000, () => Promise.resolve(false))).toBe(10_000)
  expect(await pauseOf(10_000, () => Promise.reject(new Error('away')))).toBe(10_000)
  expect(await pauseOf(250, () => Promise.resolve(false))).toBe(250)
})
