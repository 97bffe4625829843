import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { someAppend, someEagerRun } from '../appends.ts'
import { LEASE_MS, pause, type StoreBench } from './store-bench.ts'

/** Eager starts: the run has an owner from its first row on. */
export function describeEagerStarts({ at, claimAll, startOne, append }: StoreBench): void {
  const taking = () => at.store.register('here', 5, LEASE_MS, true)
  const eagerRuns = async (engine: Awaited<ReturnType<typeof taking>>) =>
    (await at.store.eagerRuns(engine)).map(({ runId }) => runId)

  describe('when a run is started eagerly for an engine', () => {
    it('is held by it, with its history and its mail, and stands in no queue', async () => {
      await claimAll()
      const engine = await taking()
      const run = someEagerRun(engine)
      expect(await at.under.startEagerly(run)).toBe(true)
      expect(await claimAll()).toEqual([])
      await at.under.send({ runId: run.runId, operationId: randomUUID(), command: pause })
      expect(await at.store.eagerRuns(engine)).toMatchObject([
        { runId: run.runId, log: `[${run.events}]`, mail: [{ command: pause }], mailSeq: 1, handedBack: false },
      ])
      expect(await append([someAppend(run.runId, run.lastSeq + 1)], engine)).toEqual([
        { kind: 'committed', owned: true, mailSeq: 1 },
      ])
      expect(await eagerRuns(engine)).toEqual([])
      await at.store.unregister(engine)
      await at.store.recover()
      await claimAll()
    })

    it('refuses what anybody else writes to it', async () => {
      const engine = await taking()
      const run = someEagerRun(engine)
      await at.under.startEagerly(run)
      await append([someAppend(run.runId, run.lastSeq + 1)], engine)
      expect(await append([someAppend(run.runId, run.lastSeq + 1)])).toEqual([{ kind: 'fenced' }])
      await at.store.handBack(engine)
      await at.store.unregister(engine)
      await claimAll()
    })

    it('does not start it while somebody waits in the queue, or for an engine that is gone, late or takes none', async () => {
      await claimAll()
      const engine = await taking()
      const waits = await startOne()
      expect(await at.under.startEagerly(someEagerRun(engine))).toBe(false)
      expect((await claimAll()).map(({ runId }) => runId)).toEqual([waits])
      expect(await at.under.startEagerly(someEagerRun(at.engine))).toBe(false)
      const late = await at.store.register('here', 6, 1_000, true)
      expect(await at.under.startEagerly(someEagerRun(late))).toBe(false)
      expect(await at.under.startEagerly(someEagerRun({ ...engine, epoch: engine.epoch + 1 }))).toBe(false)
      await at.store.unregister(engine)
      await at.store.unregister(late)
      expect(await at.under.startEagerly(someEagerRun(engine))).toBe(false)
      expect(await claimAll()).toEqual([])
    })

    it('starts one run for a key and for an id, whichever way comes first', async () => {
      await claimAll()
      const engine = await taking()
      const idempotencyKey = randomUUID()
      const run = someEagerRun(engine, { idempotencyKey })
      expect(await at.under.startEagerly(run)).toBe(true)
      expect(await at.under.startEagerly(run)).toBe(false)
      expect(await at.under.startEagerly(someEagerRun(engine, { idempotencyKey }))).toBe(false)
      expect(await at.under.start([{ ...run, queueDelayMs: 0 }])).toMatchObject([{ runId: run.runId, created: true }])
      expect(await claimAll()).toEqual([])
      await at.store.handBack(engine)
      await at.store.unregister(engine)
      await claimAll()
    })

    it('goes into the queue, as handed back, when its engine has no room, and alone', async () => {
      await claimAll()
      const engine = await taking()
      const [one, other] = [someEagerRun(engine), someEagerRun(engine)]
      for (const run of [one, other]) expect(await at.under.startEagerly(run)).toBe(true)
      expect(await at.store.handBack(engine, [one.runId])).toBe(1)
      expect(await claimAll()).toMatchObject([{ runId: one.runId, handedBack: true }])
      expect(await eagerRuns(engine)).toEqual([other.runId])
      await at.store.handBack(engine)
      await at.store.unregister(engine)
      await claimAll()
    })

    it('is found when its engine has died before it took it up', async () => {
      await claimAll()
      const engine = await taking()
      const run = someEagerRun(engine)
      await at.under.startEagerly(run)
      await at.store.unregister(engine)
      expect((await at.store.recover()).runs).toBeGreaterThan(0)
      expect(await claimAll()).toContainEqual(expect.objectContaining({ runId: run.runId, handedBack: false }))
    })
  })
}
