import { randomUUID } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Command } from '#core/run/command.ts'
import type { NewRun } from '../append.ts'
import type { EngineIdentity, LoadedRun, Store } from '../ports.ts'
import type { Sent } from '../store/send.ts'
import type { Started } from '../store/start.ts'
import type { WorkStore } from '../workers/ports.ts'
import { noRows, someAppend, someNewRun } from './appends.ts'

/** A store, and what the web process does to the same data. */
export interface StoreUnderTest {
  readonly store: Store
  readonly work: WorkStore
  start(runs: readonly (NewRun & { readonly queueDelayMs: number })[]): Promise<readonly Started[]>
  send(message: { readonly runId: string; readonly operationId: string; readonly command: Command }): Promise<Sent>
  findReply(operationId: string): Promise<unknown>
  close(): Promise<void>
}

const actor = { id: 'local' }
const pause: Command = { type: 'pause', actor }

/**
 * What every store must do, said once and run against each implementation:
 * what the engine relies on when it says that nothing is lost or done twice.
 */
export function describeStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`the store on ${name}`, () => {
    let under: StoreUnderTest
    let store: Store
    let engine: EngineIdentity
    beforeAll(async () => {
      under = await open()
      store = under.store
      engine = await store.register('here', 1, 60_000)
    })
    afterAll(() => under.close())

    const claimAll = async (by: EngineIdentity = engine): Promise<readonly LoadedRun[]> => {
      const loaded: LoadedRun[] = []
      for (;;) {
        const { found } = await store.claim(by, { runs: 100 }, async (runs) => {
          loaded.push(...runs)
          return {
            appends: runs.map((run) => someAppend(run.runId, seqAfter(run), { claim: true, currentSteps: [] })),
            leave: [],
          }
        })
        if (found === 0) return loaded
      }
    }
    const startOne = async (changes: Partial<NewRun> = {}): Promise<string> => {
      const [started] = await under.start([someNewRun(changes)])
      return started?.runId ?? ''
    }
    /** A run that `engine` holds; its next event is number 4. */
    const startOwned = async (changes: Partial<NewRun> = {}): Promise<string> => {
      const runId = await startOne(changes)
      await claimAll()
      return runId
    }
    const append = (appends: Parameters<Store['append']>[1], by = engine, again = false) =>
      store.append(by, appends, 0, again)
    const loadAgain = async (runId: string): Promise<LoadedRun | undefined> => {
      await store.handBack(engine)
      return (await claimAll()).find((run) => run.runId === runId)
    }

    describe('when runs start', () => {
      it('gives each to one claim, with its history', async () => {
        const runId = await startOne()
        const [loaded] = await claimAll()
        expect(loaded).toMatchObject({ runId, snapshot: null, log: '[[{"seq":1},{"seq":2}]]', mail: [], mailSeq: 0 })
        expect(await claimAll()).toEqual([])
      })

      it('answers a known idempotency key with the earlier run, also within one batch', async () => {
        const idempotencyKey = randomUUID()
        const [first, second] = await under.start([someNewRun({ idempotencyKey }), someNewRun({ idempotencyKey })])
        const [third] = await under.start([someNewRun({ idempotencyKey })])
        expect(first).toMatchObject({ created: true })
        expect([second, third]).toMatchObject([
          { runId: first?.runId, created: false },
          { runId: first?.runId, created: false },
        ])
      })

      it('keeps the keys of one owner apart from those of another', async () => {
        const idempotencyKey = randomUUID()
        const [one] = await under.start([someNewRun({ idempotencyKey, ownerId: 'one' })])
        const [two] = await under.start([someNewRun({ idempotencyKey, ownerId: 'two' })])
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
        const [spread] = await under.start([{ ...someNewRun(), queueDelayMs: 20 }])
        const putIn = Date.now()
        await expect.poll(() => Date.now() - putIn, { interval: 5 }).toBeGreaterThan(40)
        const late = await startOne()
        const order = (await claimAll()).map((run) => run.runId)
        expect(order.at(-1)).toBe(spread?.runId)
        expect(new Set(order)).toEqual(new Set([first, late, spread?.runId]))
      })
    })

    describe('when an append says what its owner has read', () => {
      it('is told of mail that has come since, and of nothing that it knows', async () => {
        const [quiet, written] = [await startOwned(), await startOwned()]
        const plain = (runId: string, seq: number, mailSeq: number) => someAppend(runId, seq, { mailSeq })
        expect(await append([plain(quiet, 4, 0), plain(written, 4, 0)])).toEqual([
          { kind: 'committed', owned: true, mailSeq: 0 },
          { kind: 'committed', owned: true, mailSeq: 0 },
        ])
        await under.send({ runId: written, operationId: randomUUID(), command: pause })
        expect(await append([plain(quiet, 6, 0), plain(written, 6, 0)])).toEqual([
          { kind: 'committed', owned: true, mailSeq: 0 },
          { kind: 'committed', owned: true, mailSeq: 1 },
        ])
        expect(await append([plain(quiet, 8, 0), plain(written, 8, 1)])).toMatchObject([{ mailSeq: 0 }, { mailSeq: 1 }])
      })

      it('is told that a run is held no more, alone and beside one that changes more than its log', async () => {
        const [kept, lost] = [await startOwned(), await startOwned()]
        await store.release(engine, new Map([[lost, 0]]))
        expect(
          await append([someAppend(kept, 4, { mailSeq: 0, releaseAt: 0 }), someAppend(lost, 4, { mailSeq: 0 })]),
        ).toEqual([
          { kind: 'committed', owned: false, mailSeq: 0 },
          { kind: 'committed', owned: false, mailSeq: 0 },
        ])
      })

      it('is refused as any other where the number is taken', async () => {
        const [fresh, taken] = [await startOwned(), await startOwned()]
        await append([someAppend(taken, 4)])
        expect(await append([someAppend(fresh, 4, { mailSeq: 0 }), someAppend(taken, 4, { mailSeq: 0 })])).toEqual([
          { kind: 'committed', owned: true, mailSeq: 0 },
          { kind: 'fenced' },
        ])
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
        expect((await store.claim(engine, { runs: 10, notOf: ['big', 'nobody'] }, take)).found).toBe(1)
        expect((await store.claim(engine, { runs: 10, notOf: ['big'] }, take)).found).toBe(0)
        expect(taken).toEqual([small])
        expect((await claimAll()).map((run) => run.runId).sort()).toEqual(big.sort())
      })
    })

    describe('when runs are appended to', () => {
      it('writes each run of a batch once and keeps their order', async () => {
        const a = await startOwned()
        const b = await startOwned()
        expect(await append([someAppend(b, 4), someAppend(a, 4)])).toEqual([
          { kind: 'committed', owned: true, mailSeq: 0 },
          { kind: 'committed', owned: true, mailSeq: 0 },
        ])
        expect((await loadAgain(a))?.log).toBe('[[{"seq":1},{"seq":2}],[{"seq":3}],[{"seq":4}]]')
      })

      it('refuses a number that is taken, and everything that came with it', async () => {
        const [a, b] = [await startOwned(), await startOwned()]
        await append([someAppend(a, 4)])
        const late = someAppend(a, 4, {
          rows: {
            ...noRows,
            timersSet: [{ timerId: 'late', dueAt: Date.now() - 60_000 }],
            messages: [{ to: b, command: pause }],
          },
        })
        expect(await append([late, someAppend(b, 4)])).toMatchObject([
          { kind: 'fenced' },
          { kind: 'committed', mailSeq: 0 },
        ])
        expect((await store.drain(engine, [b])).mail).toEqual([])
        expect((await store.fireTimers(engine, 10)).fired).toBe(0)
      })

      it('recognises an append that had landed although its answer was lost', async () => {
        const runId = await startOwned()
        const sent = someAppend(runId, 4)
        await append([sent])
        expect(await append([sent], engine, true)).toEqual([{ kind: 'committed', owned: true, mailSeq: 0 }])
        expect(await append([someAppend(runId, 4)], engine, true)).toEqual([{ kind: 'fenced' }])
      })

      it('lets a stale owner write nothing once another one has taken the run', async () => {
        const runId = await startOwned()
        await store.handBack(engine)
        const other = await store.register('there', 2, 60_000)
        await claimAll(other)
        expect(await append([someAppend(runId, 4)])).toEqual([{ kind: 'fenced' }])
        expect(await append([someAppend(runId, 5)], other)).toMatchObject([{ kind: 'committed', owned: true }])
        await store.handBack(other)
        await store.unregister(other)
      })

      it('tells an owner that the run was taken from it even before the next one has written', async () => {
        const runId = await startOwned()
        await store.handBack(engine)
        expect(await append([someAppend(runId, 4)])).toMatchObject([{ kind: 'committed', owned: false }])
        await claimAll()
      })

      it('starts children with the append that spawns them', async () => {
        const parent = await startOwned()
        const child = someNewRun({ parentRunId: parent, parentStep: 'A', rootRunId: parent, depth: 1 })
        await append([someAppend(parent, 4, { rows: { ...noRows, children: [child] } })])
        expect((await claimAll()).map((run) => run.runId)).toEqual([child.runId])
      })

      it('loads from the last snapshot on', async () => {
        const runId = await startOwned()
        await append([someAppend(runId, 4, { rows: { ...noRows, snapshot: '{"at":4}' } })])
        await append([someAppend(runId, 5)])
        expect(await loadAgain(runId)).toMatchObject({ snapshot: { at: 4 }, log: '[[{"seq":5}]]' })
      })
    })

    describe('when messages are sent', () => {
      it('makes a run ready that nobody holds', async () => {
        const runId = await startOwned()
        await append([someAppend(runId, 4, { releaseAt: 0 })])
        const operationId = randomUUID()
        expect(await under.send({ runId, operationId, command: pause })).toBe('sent')
        const [loaded] = await claimAll()
        expect(loaded).toMatchObject({ runId, mailSeq: 1, mail: [{ runId, operationId, command: pause }] })
      })

      it('shows the mail of a held run to its owner, and its number with the next append', async () => {
        const runId = await startOwned()
        await under.send({ runId, operationId: randomUUID(), command: pause })
        expect(await append([someAppend(runId, 4)])).toMatchObject([{ mailSeq: 1 }])
        for (const asked of [[runId], null]) {
          const drained = await store.drain(engine, asked)
          expect(drained.mailSeqs.get(runId)).toBe(1)
          expect(drained.mail.filter((mail) => mail.runId === runId)).toHaveLength(1)
        }
      })

      it('puts an operation in once and says when there is no such run', async () => {
        const runId = await startOwned()
        const message = { runId, operationId: randomUUID(), command: pause }
        expect(await under.send(message)).toBe('sent')
        expect(await under.send(message)).toBe('known')
        expect(await under.send({ ...message, operationId: randomUUID(), runId: uuidv7() })).toBe('no_such_run')
      })

      it('stores replies with the append that answers, and removes what needs none', async () => {
        const [runId, other] = [await startOwned(), await startOwned()]
        const operationId = randomUUID()
        await under.send({ runId, operationId, command: pause })
        await append([someAppend(other, 4, { rows: { ...noRows, messages: [{ to: runId, command: pause }] } })])
        const { mail } = await store.drain(engine, [runId])
        expect(mail.map((each) => each.operationId)).toEqual([operationId, null])
        expect(await under.findReply(operationId)).toBeNull()
        const reply = { ok: true, status: 'ACTIVE' } as const
        const handled = mail.map(({ id, operationId: asked }) => ({ mailId: id, reply: asked ? reply : null }))
        await append([someAppend(runId, 4, { rows: { ...noRows, handled } })])
        expect(await under.findReply(operationId)).toEqual(reply)
        expect((await store.drain(engine, [runId])).mail).toEqual([])
      })

      it('answers without an append only for the owner', async () => {
        const runId = await startOwned()
        const operationId = randomUUID()
        await under.send({ runId, operationId, command: pause })
        const { mail } = await store.drain(engine, [runId])
        const reply = { refusal: { code: 'NO_SUCH_WAIT', message: 'no' } } as const
        const handled = mail.map(({ id }) => ({ mailId: id, reply }))
        expect(await store.reply({ ...engine, epoch: engine.epoch - 1 }, runId, handled)).toBe(false)
        expect(await under.findReply(operationId)).toBeNull()
        expect(await store.reply(engine, runId, handled)).toBe(true)
        expect(await under.findReply(operationId)).toEqual(reply)
      })

      it('adds up a message to a run that is written in the same batch', async () => {
        const [a, b] = [await startOwned(), await startOwned()]
        const rows = { ...noRows, messages: [{ to: b, command: pause }] }
        const answers = await append([someAppend(a, 4, { rows }), someAppend(b, 4, { releaseAt: 0 })])
        expect(answers).toEqual([
          { kind: 'committed', owned: true, mailSeq: 0 },
          { kind: 'committed', owned: true, mailSeq: 1 },
        ])
      })
    })

    describe('when runs are let go of', () => {
      it('keeps a run that has got mail', async () => {
        const runId = await startOwned()
        await under.send({ runId, operationId: randomUUID(), command: pause })
        expect(await append([someAppend(runId, 4, { releaseAt: 0 })])).toMatchObject([{ owned: true, mailSeq: 1 }])
        expect(await store.release(engine, new Map([[runId, 0]]))).toEqual(new Set())
        expect(await store.release(engine, new Map([[runId, 1]]))).toEqual(new Set([runId]))
      })

      it('takes the other runs when one can never be stored, and keeps that one in the queue', async () => {
        const [good, bad] = [await startOne(), await startOne()]
        const rows = { ...noRows, messages: [{ to: 'nobody', command: pause }] }
        const claimed = await store.claim(engine, { runs: 10 }, async (runs) => ({
          appends: runs.map((run) =>
            someAppend(run.runId, seqAfter(run), { claim: true, ...(run.runId === bad && { rows }) }),
          ),
          leave: [],
        }))
        expect([...claimed.answers.keys()]).toEqual([good])
        expect((await claimAll()).map((run) => run.runId)).toEqual([bad])
      })

      it('keeps out of the way what could not be taken, with its mail, until it is tried again', async () => {
        await store.retryAside(100)
        await claimAll()
        const runId = await startOwned()
        await append([someAppend(runId, 4, { releaseAt: 0 })])
        await under.send({ runId, operationId: randomUUID(), command: pause })
        const putAside = async (runs: readonly LoadedRun[]) => ({
          appends: [],
          leave: [],
          aside: runs.map((run) => run.runId),
        })
        expect((await store.claim(engine, { runs: 10 }, putAside)).found).toBe(1)
        expect(await claimAll()).toEqual([])
        expect(await store.retryAside(10)).toBe(1)
        expect(await store.retryAside(10)).toBe(0)
        expect(await claimAll()).toMatchObject([{ runId, mail: [{ command: pause }] }])
      })

      it('finds mail that nobody would read', async () => {
        await store.retryAside(100)
        await claimAll()
        const runId = await startOwned()
        await append([someAppend(runId, 4, { releaseAt: 0 })])
        await under.send({ runId, operationId: randomUUID(), command: pause })
        const lose = async (runs: readonly LoadedRun[]) => ({
          appends: [],
          leave: runs.map(({ mailSeq }) => ({ runId, mailSeq, handled: [] })),
        })
        expect((await store.claim(engine, { runs: 10 }, lose)).found).toBe(1)
        expect(await claimAll()).toEqual([])
        expect(await store.retryAside(10)).toBe(1)
        expect(await claimAll()).toMatchObject([{ runId, mail: [{ command: pause }] }])
      })

      it('leaves a run alone that has nothing to do, but not when more mail has come', async () => {
        const runId = await startOwned()
        await append([someAppend(runId, 4, { releaseAt: 0 })])
        await under.send({ runId, operationId: randomUUID(), command: pause })
        let seen = 0
        const leave = async (runs: readonly LoadedRun[]) => {
          seen += runs.length
          if (seen === 1) await under.send({ runId, operationId: randomUUID(), command: pause })
          const handled = (mail: LoadedRun['mail']) => mail.map(({ id }) => ({ mailId: id, reply: null }))
          return {
            appends: [],
            leave: runs.map((run) => ({ runId, mailSeq: run.mailSeq, handled: handled(run.mail) })),
          }
        }
        expect((await store.claim(engine, { runs: 10 }, leave)).found).toBe(1)
        expect((await store.claim(engine, { runs: 10 }, leave)).found).toBe(1)
        expect((await store.claim(engine, { runs: 10 }, leave)).found).toBe(0)
      })
    })

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
        expect(await store.fireTimers(engine, 10)).toEqual({ fired: 1, runIds: [runId], nextDueAt: later })
        expect((await store.fireTimers(engine, 10)).fired).toBe(0)
        const { mail } = await store.drain(engine, [runId])
        expect(mail.map(({ command }) => command)).toEqual([{ type: 'timer_fired', timer_id: 'due' }])
        await append([someAppend(runId, 6, { rows: { ...noRows, timersCleared: ['later'] } })])
      })

      it('wakes the run that waited', async () => {
        const runId = await startOwned()
        const timersSet = [{ timerId: 'due', dueAt: Date.now() - 1_000 }]
        await append([someAppend(runId, 4, { releaseAt: 0, rows: { ...noRows, timersSet } })])
        expect(await store.fireTimers(engine, 10)).toMatchObject({ fired: 1, runIds: [] })
        expect((await claimAll()).map((run) => run.runId)).toEqual([runId])
      })
    })

    describe('when engines come and go', () => {
      it('tells a run that was handed back from one whose owner was lost', async () => {
        const runId = await startOwned()
        const again = async () => (await claimAll(engine)).find((run) => run.runId === runId)?.handedBack
        await store.handBack(engine)
        expect(await again()).toBe(true)
        await append([someAppend(runId, 5, { releaseAt: 0 })])
        await under.send({ runId, operationId: randomUUID(), command: pause })
        expect(await again()).toBe(false)
      })

      it('gives no runs to an engine without a lease', async () => {
        const late = await store.register('there', 4, 0)
        const runId = await startOne()
        expect(await claimAll(late)).toEqual([])
        expect((await claimAll()).map((run) => run.runId)).toEqual([runId])
        await store.recover()
      })

      it('gives every registration a greater epoch', async () => {
        const next = await store.register('here', 1, 60_000)
        expect(next.epoch).toBeGreaterThan(engine.epoch)
        await store.unregister(next)
      })

      it('makes the runs ready of an engine whose lease has expired, and of no other', async () => {
        const kept = await startOwned()
        const dying = await store.register('there', 3, 500)
        const lost = await startOne()
        await claimAll(dying)
        await expect.poll(async () => (await store.recover()).runs, { timeout: 5_000 }).toBe(1)
        expect(await store.renew(dying, 60_000)).toBeNull()
        expect(await claimAll()).toMatchObject([{ runId: lost, handedBack: false }])
        expect(await append([someAppend(kept, 4)])).toMatchObject([{ kind: 'committed', owned: true }])
        expect(await store.renew(engine, 60_000)).toBeTypeOf('number')
      })
    })
  })
}

function seqAfter(run: LoadedRun): number {
  const events = (JSON.parse(run.log) as { seq: number }[][]).flat()
  return (events.at(-1)?.seq ?? (run.snapshot as { at: number } | null)?.at ?? 0) + 1
}
