import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
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

  it('has more of the time when it fills its memory, as it ends by that', async () => {
    const restedIn = async (heldFor: HeldFor) => {
      const rested: number[] = []
      const stoppable = stoppableProcess(run('for (;;);'))
      const hold = holdBack(
        stoppable,
        (ms) => rested.push(ms),
        () => true,
      )
      hold.set(heldFor)
      // The first one begins somewhere within a turn.
      await expect.poll(() => rested.length).toBeGreaterThan(3)
      hold.end()
      return Math.min(...rested.slice(1))
    }
    const [spins, fills] = await Promise.all([restedIn('spins'), restedIn('fills')])
    expect(fills).toBeLessThan(spins)
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
