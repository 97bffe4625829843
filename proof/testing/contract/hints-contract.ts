import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WakeUp } from '#server/engine/ports.ts'
import type { Hints } from '#server/engine/requests/hints.ts'
import { noteProcesses } from '#server/fleet/hint-spacing.ts'

/** Hints by one transport. */
export interface HintsUnderTest {
  /** The hints of an engine, of a worker, or of a web that follows the log. */
  wakeUp(): WakeUp
  /** The hints of a process that is no engine. */
  hints(): Hints
  /** Interrupts every connection once; null where there is nothing to interrupt. */
  readonly interrupt: (() => Promise<void>) | null
  close(): Promise<void>
}

const LOOK_MS = 5
const LOOKS = 100
const MOST_TRIES = 40
/** Of an engine that no test of a database has. */
const engine = { id: 'e', epoch: 4_711 }
const another = { id: 'f', epoch: 4_712 }

/**
 * The contract of hints. `arrives`: the transport carries hints; without it, nothing is heard and nothing fails, and
 * listeners poll.
 */
export function hintsContract(name: string, arrives: boolean, open: () => Promise<HintsUnderTest>): void {
  describe(`hints by ${name}`, () => {
    let under: HintsUnderTest
    let far: WakeUp
    let near: WakeUp
    let hints: Hints
    const heard: string[] = []
    const count = (what: string) => heard.filter((one) => one === what).length
    beforeAll(async () => {
      // Test files share the modules of their process: another one may have noted processes of other versions.
      noteProcesses(1)
      under = await open()
      near = under.wakeUp()
      far = under.wakeUp()
      hints = under.hints()
      for (const topic of ['engine', 'log', 'settled', 'work', 'locks'] as const)
        far.listen(topic, () => heard.push(topic))
      far.listenAs(engine, () => heard.push('mine'))
      far.listenAs(another, () => heard.push('of another'))
      expect(await far.listenForEagerStarts(({ runId, events }) => heard.push(`${runId} ${events}`))).toBe(arrives)
    })
    afterAll(async () => {
      hints.close()
      await Promise.all([near.close(), far.close()])
      await under.close()
    })

    it('tell the listeners of their own process at once', () => {
      let told = 0
      const end = near.listen('work', () => {
        told += 1
      })
      near.wake('work')
      expect(told).toBe(1)
      end()
      near.wake('work')
      expect(told).toBe(1)
    })

    if (!arrives) {
      it('are lost without an error', () => {
        near.wake('log')
        hints.wakeEngines()
        hints.wakeEngineOf({ epoch: engine.epoch, holds: true })
        expect(heard).toEqual([])
      })
      return
    }

    /** Sends once, and again where that hint was lost; what is heard later can only be of later hints. */
    const until = async (what: string, send: () => void) => {
      const before = count(what)
      for (let tries = 0; tries < MOST_TRIES && count(what) === before; tries += 1) {
        send()
        for (let looks = 0; looks < LOOKS && count(what) === before; looks += 1) await sleep(LOOK_MS)
      }
      expect(count(what)).toBeGreaterThan(before)
    }

    it('reach other processes, from an engine and from a process that is none', async () => {
      await until('log', () => near.wake('log'))
      await until('settled', () => near.wake('settled'))
      await until('engine', () => hints.wakeEngines())
      await until('log', () => hints.wakeFollowers())
      await until('work', () => hints.wakeWorkers())
      await until('locks', () => hints.wakeLocks())
    })

    it('for a run that an engine holds reach this engine alone', async () => {
      const before = { engine: count('engine'), another: count('of another') }
      await until('mine', () => hints.wakeEngineOf({ epoch: engine.epoch, holds: true }))
      await until('log', () => hints.wakeFollowers())
      expect({ engine: count('engine'), another: count('of another') }).toEqual(before)
    })

    it('for a woken run reach the engine that had it last, and then all', async () => {
      const from = heard.length
      hints.wakeEngineOf({ epoch: engine.epoch, holds: false })
      await expect.poll(() => heard.slice(from)).toContain('engine')
      expect(heard.slice(from).filter((one) => one === 'mine' || one === 'engine')).toEqual(['mine', 'engine'])
    })

    it('without a last engine reach all at once', async () => {
      await until('engine', () => hints.wakeEngineOf({ epoch: 0, holds: false }))
    })

    it('come again after the connection was interrupted', async () => {
      await under.interrupt?.()
      await until('log', () => near.wake('log'))
      await until('mine', () => hints.wakeEngineOf({ epoch: engine.epoch, holds: true }))
    })
  })
}
