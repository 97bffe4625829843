import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { noRows, someAppend } from '../appends.ts'
import { LEASE_MS, pause, type StoreBench } from './store-bench.ts'

/** What time does: timers that are due, and engines that come, go or die. */
export function describeEngines({ at, claimAll, startOne, startOwned, append }: StoreBench): void {
  describe('when timers are due', () => {
    it('delivers each once, never before its time, and says when the next one is due', async () => {
      const runId = await startOwned()
      const later = Date.now() + 3_600_000
      const timersSet = [
        { timerId: 'due', dueAt: Date.now() - 1_000 },
        { timerId: 'later', dueAt: later },
        { timerId: 'cleared', dueAt: Date.now() - 1_000 },
      ]
      await append([someAppend(runId, 4, { rows: { ...noRows, timersSet } })])
      await append([someAppend(runId, 5, { rows: { ...noRows, timersCleared: ['cleared'] } })])
      expect(await at.store.fireTimers(at.engine, 10)).toEqual({ fired: 1, runIds: [runId], nextDueAt: later })
      expect((await at.store.fireTimers(at.engine, 10)).fired).toBe(0)
      const { mail } = await at.store.drain(at.engine, [runId])
      expect(mail.map(({ command }) => command)).toEqual([{ type: 'timer_fired', timer_id: 'due' }])
      await append([someAppend(runId, 6, { rows: { ...noRows, timersCleared: ['later'] } })])
    })

    it('wakes the run that waited', async () => {
      const runId = await startOwned()
      const timersSet = [{ timerId: 'due', dueAt: Date.now() - 1_000 }]
      await append([someAppend(runId, 4, { releaseAt: 0, rows: { ...noRows, timersSet } })])
      expect(await at.store.fireTimers(at.engine, 10)).toMatchObject({ fired: 1, runIds: [] })
      expect((await claimAll()).map((run) => run.runId)).toEqual([runId])
    })
  })

  describe('when engines come and go', () => {
    it('tells a run that was handed back from one whose owner was lost', async () => {
      const runId = await startOwned()
      const again = async () => (await claimAll(at.engine)).find((run) => run.runId === runId)?.handedBack
      await at.store.handBack(at.engine)
      expect(await again()).toBe(true)
      await append([someAppend(runId, 5, { releaseAt: 0 })])
      await at.under.send({ runId, operationId: randomUUID(), command: pause })
      expect(await again()).toBe(false)
    })

    it('gives no runs to an engine without a lease', async () => {
      const late = await at.store.register('there', 4, 0)
      const runId = await startOne()
      expect(await claimAll(late)).toEqual([])
      expect((await claimAll()).map((run) => run.runId)).toEqual([runId])
      await at.store.recover()
    })

    it('gives every registration a greater epoch', async () => {
      const next = await at.store.register('here', 1, LEASE_MS)
      expect(next.epoch).toBeGreaterThan(at.engine.epoch)
      await at.store.unregister(next)
    })

    it('makes the runs ready of an engine that registered in another generation, however long its lease', async () => {
      const other = await at.store.register('there', 3, LEASE_MS)
      const lost = await startOne()
      await claimAll(other)
      expect((await at.store.recover()).runs).toBe(0)
      await at.under.registeredEarlier(other)
      expect((await at.store.recover()).runs).toBe(1)
      expect(await at.store.renew(other, LEASE_MS)).toBeNull()
      expect((await claimAll()).map((run) => run.runId)).toEqual([lost])
    })

    it('fleet 2: tells how many engines are alive, and the load of the least busy one', async () => {
      const other = await at.store.register('there', 3, LEASE_MS)
      await at.store.renew(at.engine, LEASE_MS, { held: 5, busy: 0.75 })
      await at.store.renew(other, LEASE_MS, { held: 1, busy: 0.25 })
      const before = await at.store.recover()
      expect(before.leastBusy).toBe(0.25)
      await at.store.unregister(other)
      expect(await at.store.recover()).toMatchObject({ engines: before.engines - 1 })
    })

    it('puts the runs of a registration that was given up back, as handed back, and gives it no more', async () => {
      const givenUp = await at.store.register('there', 3, LEASE_MS)
      const runId = await startOne()
      await claimAll(givenUp)
      await at.store.retire(givenUp)
      expect(await at.store.renew(givenUp, LEASE_MS)).toBeNull()
      const other = await startOne()
      expect(await claimAll(givenUp)).toEqual([])
      const claimed = await claimAll()
      expect(new Set(claimed.map((run) => run.runId))).toEqual(new Set([runId, other]))
      expect(claimed.find((run) => run.runId === runId)).toMatchObject({ handedBack: true })
    })

    it('makes the runs ready of an engine whose lease has expired, and of no other', async () => {
      const kept = await startOwned()
      const dying = await at.store.register('there', 3, LEASE_MS)
      const lost = await startOne()
      await claimAll(dying)
      await at.store.renew(dying, 0)
      await expect.poll(async () => (await at.store.recover()).runs).toBe(1)
      expect(await at.store.renew(dying, LEASE_MS)).toBeNull()
      expect(await claimAll()).toMatchObject([{ runId: lost, handedBack: false }])
      expect(await append([someAppend(kept, 4)])).toMatchObject([{ kind: 'committed', owned: true }])
      expect(await at.store.renew(at.engine, LEASE_MS)).toBeTypeOf('number')
    })
  })
}
