import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Json } from '#core/json.ts'
import { payloadOf } from '#server/engine/payload/known-payloads.ts'
import { childOf, noRows, someAppend, someNewRun } from '../appends.ts'
import { LEASE_MS, pause, type StoreBench } from './store-bench.ts'

const payload = (text: string) => payloadOf(JSON.parse(text) as Json)

/** What is written of a run: by its owner alone, once, and in order. */
export function describeAppends({ at, claimAll, startOwned, append, loadAgain }: StoreBench): void {
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
      expect((await at.store.drain(at.engine, [b])).mail).toEqual([])
      expect((await at.store.fireTimers(at.engine, 10)).fired).toBe(0)
    })

    it('recognises an append that had landed although its answer was lost', async () => {
      const runId = await startOwned()
      const sent = someAppend(runId, 4)
      await append([sent])
      expect(await append([sent], at.engine, true)).toEqual([{ kind: 'committed', owned: true, mailSeq: 0 }])
      expect(await append([someAppend(runId, 4)], at.engine, true)).toEqual([{ kind: 'fenced' }])
    })

    it('lets a stale owner write nothing once another one has taken the run', async () => {
      const runId = await startOwned()
      await at.store.handBack(at.engine)
      const other = await at.store.register('there', 2, LEASE_MS)
      await claimAll(other)
      expect(await append([someAppend(runId, 4)])).toEqual([{ kind: 'fenced' }])
      expect(await append([someAppend(runId, 5)], other)).toMatchObject([{ kind: 'committed', owned: true }])
      await at.store.handBack(other)
      await at.store.unregister(other)
    })

    it('tells an owner that the run was taken from it even before the next one has written', async () => {
      const runId = await startOwned()
      await at.store.handBack(at.engine)
      expect(await append([someAppend(runId, 4)])).toMatchObject([{ kind: 'committed', owned: false }])
      await claimAll()
    })

    it('starts children with the append that spawns them', async () => {
      const parent = await startOwned()
      const child = someNewRun({ header: childOf(parent) })
      await append([someAppend(parent, 4, { rows: { ...noRows, children: [child] } })])
      expect((await claimAll()).map((run) => run.runId)).toEqual([child.runId])
    })

    it('keeps large values apart, and hands them out with the history that refers to them', async () => {
      const runId = await startOwned()
      const child = someNewRun({
        header: childOf(runId),
        events: '[{"seq":1,"refs":[["payload"]]},{"seq":2}]',
        payloads: [payload('[1]')],
      })
      const events = '[{"seq":4,"refs":[["payload"]]}]'
      const sent = someAppend(runId, 4, {
        ...{ events, payloads: [payload('["large"]'), payload('[1]')] },
        rows: { ...noRows, children: [child] },
      })
      await append([sent])
      await append([sent], at.engine, true)
      const loaded = await claimAll()
      expect(loaded.find((run) => run.runId === child.runId)?.payloads).toEqual(
        new Map([[payload('[1]').sha256, '[1]']]),
      )
      expect((await loadAgain(runId))?.payloads).toEqual(
        new Map([
          [payload('["large"]').sha256, '["large"]'],
          [payload('[1]').sha256, '[1]'],
        ]),
      )
    })

    it('loads from the last snapshot on', async () => {
      const runId = await startOwned()
      await append([someAppend(runId, 4, { rows: { ...noRows, snapshot: '{"at":4}' } })])
      await append([someAppend(runId, 5)])
      expect(await loadAgain(runId)).toMatchObject({ snapshot: { at: 4 }, log: '[[{"seq":5}]]' })
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
      await at.under.send({ runId: written, operationId: randomUUID(), command: pause })
      expect(await append([plain(quiet, 6, 0), plain(written, 6, 0)])).toEqual([
        { kind: 'committed', owned: true, mailSeq: 0 },
        { kind: 'committed', owned: true, mailSeq: 1 },
      ])
      expect(await append([plain(quiet, 8, 0), plain(written, 8, 1)])).toMatchObject([{ mailSeq: 0 }, { mailSeq: 1 }])
    })

    it('is told that a run is held no more, alone and beside one that changes more than its log', async () => {
      const [kept, lost] = [await startOwned(), await startOwned()]
      await at.store.release(at.engine, new Map([[lost, 0]]))
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
}
