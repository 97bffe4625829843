import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { LoadedRun } from '../../ports.ts'
import { someAppend, someNewRun } from '../appends.ts'
import { type StoreBench, seqAfter } from './store-bench.ts'

/** What runs wait in until an engine takes them: begun once, handed out in order, and left to others where that is asked for. */
export function describeQueue({ at, claimAll, startOne }: StoreBench): void {
  describe('when runs start', () => {
    it('gives each to one claim, with its history', async () => {
      const runId = await startOne()
      const [loaded] = await claimAll()
      expect(loaded).toMatchObject({ runId, snapshot: null, log: '[[{"seq":1},{"seq":2}]]', mail: [], mailSeq: 0 })
      expect(await claimAll()).toEqual([])
    })

    it('answers a known idempotency key with the earlier run, also within one batch', async () => {
      const idempotencyKey = randomUUID()
      const [first, second] = await at.under.start([someNewRun({ idempotencyKey }), someNewRun({ idempotencyKey })])
      const [third] = await at.under.start([someNewRun({ idempotencyKey })])
      expect(first).toMatchObject({ created: true })
      expect([second, third]).toMatchObject([
        { runId: first?.runId, created: false },
        { runId: first?.runId, created: false },
      ])
    })

    it('keeps the keys of one owner apart from those of another', async () => {
      const idempotencyKey = randomUUID()
      const [one] = await at.under.start([someNewRun({ idempotencyKey, ownerId: 'one' })])
      const [two] = await at.under.start([someNewRun({ idempotencyKey, ownerId: 'two' })])
      expect([one?.created, two?.created]).toEqual([true, true])
    })

    it('hands out the higher priority first', async () => {
      await claimAll()
      const low = await startOne({ priority: 0 })
      const high = await startOne({ priority: 5 })
      expect((await claimAll()).map((run) => run.runId)).toEqual([high, low])
    })
  })

  describe('when there is a queue', () => {
    it('puts a run in by the place of whatever waits longest, however long that has waited', async () => {
      await claimAll()
      const first = await startOne()
      const [spread] = await at.under.start([{ ...someNewRun(), queueDelayMs: 20 }])
      const putIn = Date.now()
      await expect.poll(() => Date.now() - putIn, { interval: 5 }).toBeGreaterThan(40)
      const late = await startOne()
      const order = (await claimAll()).map((run) => run.runId)
      expect(order.at(-1)).toBe(spread?.runId)
      expect(new Set(order)).toEqual(new Set([first, late, spread?.runId]))
    })
  })

  describe('when a claim leaves some owners out', () => {
    it('takes runs of others that stand at the front, and leaves theirs where they are', async () => {
      await claimAll()
      const big = [await startOne({ ownerId: 'big' }), await startOne({ ownerId: 'big' })]
      const small = await startOne({ ownerId: 'small' })
      const taken: string[] = []
      const take = async (runs: readonly LoadedRun[]) => {
        taken.push(...runs.map(({ runId }) => runId))
        return {
          appends: runs.map((run) => someAppend(run.runId, seqAfter(run), { claim: true, currentSteps: [] })),
          leave: [],
        }
      }
      expect((await at.store.claim(at.engine, { runs: 10, notOf: ['big', 'nobody'] }, take)).found).toBe(1)
      expect((await at.store.claim(at.engine, { runs: 10, notOf: ['big'] }, take)).found).toBe(0)
      expect(taken).toEqual([small])
      expect((await claimAll()).map((run) => run.runId).sort()).toEqual(big.sort())
    })
  })
}
