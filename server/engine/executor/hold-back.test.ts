import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#core/limits.ts'
import { type HeldFor, holdBack } from './hold-back.ts'
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
  it('is stopped now and then while others have work, and is told for how long, until it is let go', async () => {
    const pid = run('for (;;);')
    const rested: number[] = []
    const hold = holdBack(
      stoppableProcess(pid),
      (ms) => rested.push(ms),
      () => true,
    )
    hold.set('spins')
    await expect.poll(() => stateOf(pid), { interval: 5 }).toBe('T')
    await expect.poll(() => rested.length).toBeGreaterThan(1)
    expect(Math.min(...rested)).toBeGreaterThan(0)
    hold.set(null)
    expect(stateOf(pid)).not.toBe('T')
    hold.set('spins')
    await expect.poll(() => stateOf(pid), { interval: 5 }).toBe('T')
    hold.end()
    expect(stateOf(pid)).not.toBe('T')
  })

  it('goes on when who holds it back is killed', async () => {
    const pid = run('for (;;);')
    const module = (name: string) => JSON.stringify(join(import.meta.dirname, name))
    const holder = run(`import { holdBack } from ${module('hold-back.ts')}
      import { stoppableProcess } from ${module('stop-process.ts')}
      setInterval(() => undefined, 1_000)
      holdBack(stoppableProcess(${pid}), () => undefined, () => true).set('spins')`)
    await expect.poll(() => stateOf(pid), { interval: 5 }).toBe('T')
    process.kill(holder, 'SIGKILL')
    await expect.poll(() => stateOf(pid)).toBe('R')
  })

  it('is left alone while nobody has', async () => {
    const pid = run('for (;;);')
    const asked = Promise.withResolvers<void>()
    const hold = holdBack(
      stoppableProcess(pid),
      () => expect.unreachable('it was stopped'),
      () => {
        asked.resolve()
        return false
      },
    )
    hold.set('spins')
    await asked.promise
    expect(stateOf(pid)).not.toBe('T')
    hold.end()
  })
})

it('has more of the time when it fills its memory, as it ends by that', () => {
  vi.useFakeTimers()
  try {
    const restsOf = (heldFor: HeldFor) => {
      let stoppedAt = 0
      const rests: number[] = []
      const hold = holdBack(
        {
          stop() {
            stoppedAt = Date.now()
            return true
          },
          goOn: () => rests.push(Date.now() - stoppedAt),
          close: () => undefined,
        },
        () => undefined,
        () => true,
      )
      hold.set(heldFor)
      vi.advanceTimersByTime(4 * limits.engine.heldBack.turnMs)
      hold.end()
      return rests.slice(1, 4)
    }
    const { turnMs, runMs } = limits.engine.heldBack
    expect(restsOf('spins')).toEqual(Array(3).fill(turnMs - runMs.spins))
    expect(restsOf('fills')).toEqual(Array(3).fill(turnMs - runMs.fills))
    expect(runMs.fills).toBeGreaterThan(runMs.spins)
  } finally {
    vi.useRealTimers()
  }
})
