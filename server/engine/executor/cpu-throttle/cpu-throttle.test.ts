import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { tuning } from '../tuning.ts'
import { type ThrottleReason, throttleCpu } from './cpu-throttle.ts'
import { stoppableProcess } from './stop-process.ts'

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

function run(code: string): number {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' })
  started.push(child)
  return child.pid ?? 0
}

/** A letter: `R` runs, `T` is stopped. */
const stateOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0]

describe.runIf(process.platform === 'linux')('a process that keeps a processor busy', () => {
  it('is stopped now and then while others have work, for a reported time, until the throttle ends', async () => {
    const pid = run('for (;;);')
    const stopped: number[] = []
    const throttle = throttleCpu(
      stoppableProcess(pid),
      (ms) => stopped.push(ms),
      () => true,
    )
    throttle.set('spins')
    await expect.poll(() => stateOf(pid), { interval: 5 }).toBe('T')
    await expect.poll(() => stopped.length).toBeGreaterThan(1)
    expect(Math.min(...stopped)).toBeGreaterThan(0)
    throttle.set(null)
    expect(stateOf(pid)).not.toBe('T')
    throttle.set('spins')
    await expect.poll(() => stateOf(pid), { interval: 5 }).toBe('T')
    throttle.end()
    expect(stateOf(pid)).not.toBe('T')
  })

  it('goes on when the process that throttles it is killed', async () => {
    const pid = run('for (;;);')
    const module = (name: string) => JSON.stringify(join(import.meta.dirname, name))
    const throttler = run(`import { throttleCpu } from ${module('cpu-throttle.ts')}
      import { stoppableProcess } from ${module('stop-process.ts')}
      setInterval(() => undefined, 1_000)
      throttleCpu(stoppableProcess(${pid}), () => undefined, () => true).set('spins')`)
    await expect.poll(() => stateOf(pid), { interval: 5 }).toBe('T')
    process.kill(throttler, 'SIGKILL')
    await expect.poll(() => stateOf(pid)).toBe('R')
  })

  it('is not stopped while this process has no work', async () => {
    const pid = run('for (;;);')
    const asked = Promise.withResolvers<void>()
    const throttle = throttleCpu(
      stoppableProcess(pid),
      () => expect.unreachable('it was stopped'),
      () => {
        asked.resolve()
        return false
      },
    )
    throttle.set('spins')
    await asked.promise
    expect(stateOf(pid)).not.toBe('T')
    throttle.end()
  })
})

it('runs for longer when it fills its memory, as it ends by that', () => {
  vi.useFakeTimers()
  try {
    const stopsOf = (reason: ThrottleReason) => {
      let stoppedAt = 0
      const stops: number[] = []
      const throttle = throttleCpu(
        {
          stop() {
            stoppedAt = Date.now()
            return true
          },
          resume: () => stops.push(Date.now() - stoppedAt),
          close: () => undefined,
        },
        () => undefined,
        () => true,
      )
      throttle.set(reason)
      vi.advanceTimersByTime(4 * tuning.throttle.turnMs)
      throttle.end()
      return stops.slice(1, 4)
    }
    const { turnMs, runMs } = tuning.throttle
    expect(stopsOf('spins')).toEqual(Array(3).fill(turnMs - runMs.spins))
    expect(stopsOf('fills')).toEqual(Array(3).fill(turnMs - runMs.fills))
    expect(runMs.fills).toBeGreaterThan(runMs.spins)
  } finally {
    vi.useRealTimers()
  }
})
