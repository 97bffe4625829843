import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { LoadedRun } from '#server/engine/ports.ts'
import { noRows, someAppend } from '../appends.ts'
import { pause, type StoreBench, seqAfter } from './store-bench.ts'

/** How runs are let go of: none of them is forgotten with something to do. */
export function describeReleases({ at, claimAll, startOne, startOwned, append }: StoreBench): void {
  describe('when runs are let go of', () => {
    it('keeps a run that has got mail', async () => {
      const runId = await startOwned()
      await at.under.send({ runId, operationId: randomUUID(), command: pause })
      expect(await append([someAppend(runId, 4, { releaseAt: 0 })])).toMatchObject([{ owned: true, mailSeq: 1 }])
      expect(await at.store.release(at.engine, new Map([[runId, 0]]))).toEqual(new Set())
      expect(await at.store.release(at.engine, new Map([[runId, 1]]))).toEqual(new Set([runId]))
    })

    it('takes the other runs when one can never be stored, and keeps that one in the queue', async () => {
      const [good, bad] = [await startOne(), await startOne()]
      const rows = { ...noRows, messages: [{ to: 'nobody', command: pause }] }
      const claimed = await at.store.claim(at.engine, { runs: 10 }, async (runs) => ({
        appends: runs.map((run) =>
          someAppend(run.runId, seqAfter(run), { claim: true, ...(run.runId === bad && { rows }) }),
        ),
        leave: [],
      }))
      expect([...claimed.answers.keys()]).toEqual([good])
      expect((await claimAll()).map((run) => run.runId)).toEqual([bad])
    })

    it('gives back out of the way what could not go on, with its mail, until it is tried again', async () => {
      await at.store.unpark(100)
      await claimAll()
      const [stuck, other] = [await startOwned(), await startOwned()]
      await at.under.send({ runId: stuck, operationId: randomUUID(), command: pause })
      expect(await at.store.handBack(at.engine, [stuck], 'parked')).toBe(1)
      expect(await at.store.handBack(at.engine, [stuck], 'parked')).toBe(0)
      expect(await claimAll()).toEqual([])
      expect(await append([someAppend(other, 4)])).toMatchObject([{ owned: true }])
      expect(await at.store.unpark(10)).toBe(1)
      expect(await claimAll()).toMatchObject([{ runId: stuck, handedBack: true, mail: [{ command: pause }] }])
    })

    it('keeps out of the way what could not be taken, with its mail, until it is tried again', async () => {
      await at.store.unpark(100)
      await claimAll()
      const runId = await startOwned()
      await append([someAppend(runId, 4, { releaseAt: 0 })])
      await at.under.send({ runId, operationId: randomUUID(), command: pause })
      const park = async (runs: readonly LoadedRun[]) => ({
        appends: [],
        leave: [],
        parked: runs.map((run) => run.runId),
      })
      expect((await at.store.claim(at.engine, { runs: 10 }, park)).found).toBe(1)
      expect(await claimAll()).toEqual([])
      expect(await at.store.unpark(10)).toBe(1)
      expect(await at.store.unpark(10)).toBe(0)
      expect(await claimAll()).toMatchObject([{ runId, mail: [{ command: pause }] }])
    })

    it('finds mail that nobody would read, among that of runs that are held', async () => {
      await at.store.unpark(100)
      await claimAll()
      for (let count = 0; count < 5; count += 1) {
        await at.under.send({ runId: await startOwned(), operationId: randomUUID(), command: pause })
      }
      const runId = await startOwned()
      await append([someAppend(runId, 4, { releaseAt: 0 })])
      await at.under.send({ runId, operationId: randomUUID(), command: pause })
      const lose = async (runs: readonly LoadedRun[]) => ({
        appends: [],
        leave: runs.map(({ mailSeq }) => ({ runId, mailSeq, handled: [] })),
      })
      expect((await at.store.claim(at.engine, { runs: 10 }, lose)).found).toBe(1)
      expect(await claimAll()).toEqual([])
      expect(await at.store.unpark(1)).toBe(1)
      expect(await claimAll()).toMatchObject([{ runId, mail: [{ command: pause }] }])
    })

    it('leaves a run alone that has nothing to do, but not when more mail has come', async () => {
      const runId = await startOwned()
      await append([someAppend(runId, 4, { releaseAt: 0 })])
      await at.under.send({ runId, operationId: randomUUID(), command: pause })
      let seen = 0
      const leave = async (runs: readonly LoadedRun[]) => {
        seen += runs.length
        if (seen === 1) await at.under.send({ runId, operationId: randomUUID(), command: pause })
        const handled = (mail: LoadedRun['mail']) => mail.map(({ id }) => ({ mailId: id, reply: null }))
        return {
          appends: [],
          leave: runs.map((run) => ({ runId, mailSeq: run.mailSeq, handled: handled(run.mail) })),
        }
      }
      expect((await at.store.claim(at.engine, { runs: 10 }, leave)).found).toBe(1)
      expect((await at.store.claim(at.engine, { runs: 10 }, leave)).found).toBe(1)
      expect((await at.store.claim(at.engine, { runs: 10 }, leave)).found).toBe(0)
    })
  })
}
