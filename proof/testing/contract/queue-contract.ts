import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { payloadOf } from '#server/engine/payload/known-payloads.ts'
import type { EngineIdentity, LoadedRun, PayloadBudget } from '#server/engine/ports.ts'
import { noRows, someAppend, someNewRun } from '../appends.ts'
import { pause, type StoreBench, seqAfter } from './store-bench.ts'

/** What runs wait in until an engine takes them: begun once, handed out in order, and left to others where that is asked for. */
export function describeQueue({ at, append, claimAll, startOne, startOwned }: StoreBench): void {
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

    it('keeps the keys of one person apart from those of another', async () => {
      const idempotencyKey = randomUUID()
      const [ana] = await at.under.start([someNewRun({ idempotencyKey, header: { actor: { id: 'ana' } } })])
      const [ben] = await at.under.start([someNewRun({ idempotencyKey, header: { actor: { id: 'ben' } } })])
      expect([ana?.created, ben?.created]).toEqual([true, true])
      const [again] = await at.under.start([someNewRun({ idempotencyKey, header: { actor: { id: 'ana' } } })])
      expect(again).toMatchObject({ runId: ana?.runId, created: false })
    })

    it('answers a known idempotency key with the identity of the request that came with it first', async () => {
      const keyed = (requestIdentity: string | null, idempotencyKey: string) =>
        someNewRun({ idempotencyKey, requestIdentity })
      const [one, other] = [randomUUID(), randomUUID()]
      await at.under.start([keyed('{"input":"1"}', one), keyed(null, other)])
      const again = await at.under.start([keyed('{"input":"2"}', one), keyed('{"input":"2"}', other)])
      expect(again).toMatchObject([
        { created: false, identity: '{"input":"1"}' },
        { created: false, identity: null },
      ])
    })

    it('hands out the higher priority first', async () => {
      await claimAll()
      const low = await startOne({ header: { priority: 0 } })
      const high = await startOne({ header: { priority: 5 } })
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

  describe('when many runs of one owner are woken at once', () => {
    /** One run of another owner, the last to be woken: behind whom it stands. */
    const wokenAhead = async (wake: (runIds: readonly string[]) => Promise<unknown>) => {
      await claimAll()
      const many = await Promise.all(Array.from({ length: 150 }, () => startOne({ ownerId: 'many' })))
      const few = await startOne({ ownerId: 'few' })
      await claimAll()
      await wake([...many, few])
      const order: string[] = []
      for (const { runId, mail } of await claimAll()) {
        if (runId === few || many.includes(runId)) order.push(runId)
        await at.store.reply(
          at.engine,
          runId,
          mail.map(({ id }) => ({ mailId: id, reply: null })),
        )
      }
      expect(order).toHaveLength(many.length + 1)
      return order.indexOf(few)
    }
    const letGo = (runIds: readonly string[], changes: Parameters<typeof someAppend>[2] = {}) =>
      append(runIds.map((runId) => someAppend(runId, 4, { releaseAt: 0, ...changes })))

    it('lets another owner’s run go first that a message came for', async () => {
      const ahead = await wokenAhead(async (runIds) => {
        await letGo(runIds)
        for (const runId of runIds) await at.under.send({ runId, operationId: randomUUID(), command: pause })
      })
      expect(ahead).toBeLessThanOrEqual(1)
    })

    it('lets another owner’s run go first that a run of its own told of something', async () => {
      const teller = await startOwned()
      const ahead = await wokenAhead(async (runIds) => {
        await letGo(runIds)
        const messages = runIds.map((to) => ({ to, command: pause }))
        await append([someAppend(teller, 4, { rows: { ...noRows, messages } })])
      })
      expect(ahead).toBeLessThanOrEqual(1)
    })

    it('lets another owner’s run go first whose time has come, also when those of the others came before', async () => {
      const ahead = await wokenAhead(async (runIds) => {
        const timersSet = [{ timerId: 'due', dueAt: Date.now() - 1_000 }]
        await letGo(runIds.slice(0, -1), { rows: { ...noRows, timersSet } })
        while ((await at.store.fireTimers(at.engine, 50)).fired > 0);
        await letGo(runIds.slice(-1), { rows: { ...noRows, timersSet } })
        await at.store.fireTimers(at.engine, 50)
      })
      expect(ahead).toBeLessThanOrEqual(1)
    })

    it('lets another owner’s run go first when all have lost their engine', async () => {
      expect(await wokenAhead(() => at.store.handBack(at.engine))).toBeLessThanOrEqual(1)
    })

    it('lets them go before runs of their owner that wait to begin', async () => {
      await claimAll()
      const begun = await startOwned({ ownerId: 'many' })
      await append([someAppend(begun, 4, { releaseAt: 0 })])
      await at.under.start(
        Array.from({ length: 20 }, (_, index) => ({ ...someNewRun({ ownerId: 'many' }), queueDelayMs: index })),
      )
      await at.under.send({ runId: begun, operationId: randomUUID(), command: pause })
      expect((await claimAll()).map((run) => run.runId).indexOf(begun)).toBeLessThanOrEqual(1)
    })
  })

  describe('when several engines are alive', () => {
    const claimOf = async (by: EngineIdentity, engines: number) => {
      let taken = 0
      const limit = engines > 1 ? { runs: 200, engines } : { runs: 200 }
      await at.store.claim(by, limit, async (runs) => {
        taken = runs.length
        return {
          appends: runs.map((run) => someAppend(run.runId, seqAfter(run), { claim: true, currentSteps: [] })),
          leave: [],
        }
      })
      return taken
    }
    const startMany = (count: number) => at.under.start(Array.from({ length: count }, () => someNewRun({})))

    it('fleet 2: each claim takes its share of what waits, and one that is alone takes all', async () => {
      await claimAll()
      for (const [engines, shares] of [
        [1, [120]],
        [2, [60, 30]],
        [4, [30, 23, 17, 16]],
      ] as const) {
        await startMany(120)
        const taken: number[] = []
        for (const _ of shares) taken.push(await claimOf(at.engine, engines))
        expect(taken, `${engines} engines`).toEqual(shares)
        await claimAll()
      }
    })

    it('fleet 2: a claim takes a few runs whole, and never more than it has room for', async () => {
      await claimAll()
      await startMany(10)
      expect(await claimOf(at.engine, 4)).toBe(10)
      await startMany(30)
      await at.store.claim(at.engine, { runs: 5, engines: 4 }, async (runs) => {
        expect(runs).toHaveLength(5)
        return { appends: [], leave: [] }
      })
      await claimAll()
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

  describe('when a claim has little room for large values', () => {
    const value = payloadOf('x'.repeat(98))
    const startLarge = async (large: boolean) => {
      const run = { ...someNewRun(), events: '[{"seq":1,"refs":[["payload"]]},{"seq":2}]', payloads: [value] }
      const [started] = await at.under.start([large ? run : someNewRun()])
      return started?.runId
    }

    it('takes runs that have such for as long as there is room, in their order, and the others all the same', async () => {
      await claimAll()
      const [one, small, two, three] = [
        await startLarge(true),
        await startLarge(false),
        await startLarge(true),
        await startLarge(true),
      ]
      const taken: string[] = []
      const claim = async (payloads: PayloadBudget) => {
        taken.length = 0
        const { found, left = 0 } = await at.store.claim(at.engine, { runs: 10, payloads }, async (runs) => {
          taken.push(...runs.map(({ runId }) => runId))
          return {
            appends: runs.map((run) => someAppend(run.runId, seqAfter(run), { claim: true, currentSteps: [] })),
            leave: [],
          }
        })
        return { found, left, taken: [...taken] }
      }
      const { bytes } = value
      expect(await claim({ bytes: 2 * bytes - 1, evenOne: false })).toEqual({ found: 2, left: 2, taken: [one, small] })
      const last = await startLarge(false)
      expect(await claim({ bytes: 0, evenOne: false })).toEqual({ found: 1, left: 0, taken: [last] })
      expect(await claim({ bytes: bytes - 1, evenOne: false })).toEqual({ found: 0, left: 2, taken: [] })
      expect(await claim({ bytes: bytes - 1, evenOne: true })).toEqual({ found: 1, left: 1, taken: [two] })
      expect(await claim({ bytes, evenOne: false })).toEqual({ found: 1, left: 0, taken: [three] })
    })

    it('takes none that has such where none is wanted, also of a few owners', async () => {
      await claimAll()
      await startLarge(true)
      const payloads = { bytes: 0, evenOne: false }
      const nobody = async () => ({ appends: [], leave: [] })
      for (const notOf of [[], ['nobody']]) {
        expect(await at.store.claim(at.engine, { runs: 10, notOf, payloads }, nobody)).toMatchObject({ found: 0 })
      }
      expect(await claimAll()).toHaveLength(1)
    })
  })
}
