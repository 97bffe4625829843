import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Command } from '#core/run/command.ts'
import type { WorkOffered } from '#server/engine/commit/append.ts'
import type { EngineIdentity, Store } from '#server/engine/ports.ts'
import type { LostWork, TakenWork, WorkStore } from '#server/engine/workers/ports.ts'
import { noRows, someAppend, someNewRun } from '../appends.ts'
import type { StoreUnderTest } from './store-bench.ts'
import { LEASE_MS } from './store-bench.ts'

const reported: Command = { type: 'progress', step: 'A', iteration: 1, attempt: 1, note: 'told' }
const visit = { step: 'A', iteration: 1, attempt: 1 } as const
const ifNotBegun: Command = { type: 'work_withdrawn', ...visit }
const ifLost: Command = {
  type: 'attempt_ended',
  ...visit,
  outcome: { kind: 'failed', error: { code: 'WORKER_LOST', message: 'lost' }, retryable: false },
}
const HEARTBEAT_TIMEOUT_MS = 60_000

/** What every table of tasks for workers must do, as `describeStore` says it of the rest. */
export function describeWork(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`tasks for workers on ${name}`, () => {
    let under: StoreUnderTest
    let store: Store
    let work: WorkStore
    let engine: EngineIdentity
    beforeAll(async () => {
      under = await open()
      store = under.store
      work = under.work
      engine = await store.register('here', 1, LEASE_MS)
    })
    afterAll(() => under.close())

    /** A run of this engine that offers one task on a queue of its own. */
    const offer = async (changes: Partial<WorkOffered> = {}) => {
      const queue = randomUUID()
      const [started] = await under.start([someNewRun()])
      const runId = started?.runId ?? ''
      await store.claim(engine, { runs: 100 }, async (runs) => ({
        appends: runs.map((run) => someAppend(run.runId, 3, { claim: true })),
        leave: [],
      }))
      const offered = { taskId: 'work:A:1:1', ownerId: 'local', workflow: 'Something', queue, idempotent: true }
      const workOffered = [{ ...offered, heartbeatTimeoutMs: null, request: '{"step":"A"}', ...changes }]
      await append(runId, 4, { workOffered })
      return { runId, queue, workOffered }
    }
    const append = (runId: string, seq: number, rows: object) =>
      store.append(engine, [someAppend(runId, seq, { rows: { ...noRows, ...rows } })], 0, false)
    const take = async (queue: string): Promise<TakenWork> => {
      const [taken] = await work.take('me', ['other', queue], 10)
      if (!taken) throw new Error('There is nothing to take.')
      return taken
    }
    const mailOf = async (runId: string) => (await store.drain(engine, [runId])).mail.map(({ command }) => command)

    it('gives each to one worker, and its outcome to the run, once', async () => {
      const { runId, queue } = await offer()
      const taken = await take(queue)
      const task = { runId, ownerId: 'local', workflow: 'Something', request: { step: 'A' }, heartbeatTimeoutMs: null }
      expect(taken).toMatchObject(task)
      expect(await work.take('other', [queue], 10)).toEqual([])
      expect(await work.progress(taken.token, { fraction: 0.5 }, reported)).toBe(true)
      expect(await work.finish(taken.token, reported)).toBe(true)
      expect(await work.finish(taken.token, reported)).toBe(false)
      expect(await work.progress(taken.token, {}, reported)).toBe(false)
      expect(await mailOf(runId)).toEqual([reported, reported])
      expect(await work.stillWanted([taken.token])).toEqual(new Set())
    })

    it('offers a task that is known no second time', async () => {
      const { runId, queue, workOffered } = await offer()
      const { token } = await take(queue)
      await append(runId, 5, { workOffered })
      expect(await work.beat([token])).toEqual(new Set([token]))
    })

    it('refuses whoever holds a task that was withdrawn or given to somebody else', async () => {
      const withdrawn = await offer()
      const first = await take(withdrawn.queue)
      await append(withdrawn.runId, 5, { workWithdrawn: ['work:A:1:1'] })
      const given = await offer()
      const second = await take(given.queue)
      expect(await work.offerAgain(second.token, true, reported)).toBe(true)
      const third = await take(given.queue)
      const tokens = [first.token, second.token, third.token]
      expect(await work.stillWanted(tokens)).toEqual(new Set([third.token]))
      expect(await work.beat(tokens)).toEqual(new Set([third.token]))
      for (const token of [first.token, second.token]) {
        expect(await work.finish(token, reported)).toBe(false)
        expect(await work.offerAgain(token, true, reported)).toBe(false)
      }
      expect(await mailOf(withdrawn.runId)).toEqual([])
    })

    it('finds those whose worker was silent for longer than the step allows, with the count of their recoveries', async () => {
      const { queue } = await offer({ heartbeatTimeoutMs: 1 })
      const patient = await offer()
      const taken = await take(queue)
      expect(taken.heartbeatTimeoutMs).toBe(1)
      const { token: patientToken } = await take(patient.queue)
      let found: readonly LostWork[] = []
      const isLost = async () => {
        found = await work.listLost(HEARTBEAT_TIMEOUT_MS, 10)
        return found.map(({ token }) => token)
      }
      await expect.poll(isLost).toContain(taken.token)
      expect(found.map(({ token }) => token)).not.toContain(patientToken)
      expect(found.find(({ token }) => token === taken.token)).toMatchObject({
        workerId: 'me',
        idempotent: true,
        recoveries: 0,
      })
      await work.offerAgain(taken.token, true, reported)
      const again = await take(queue)
      await expect.poll(isLost).toContain(again.token)
      expect(found.find(({ token }) => token === again.token)?.recoveries).toBe(1)
    })

    const recall = (runId: string, seq: number, more: object = {}) =>
      append(runId, seq, { workRecalled: [{ taskId: 'work:A:1:1', ifNotBegun, ifLost }], ...more })

    it('takes a task back that no worker has begun, and tells its run in the same transaction', async () => {
      const { runId, queue } = await offer()
      const [answer] = await recall(runId, 5)
      expect(answer).toMatchObject({ kind: 'committed', mailSeq: 1 })
      expect(await work.take('me', [queue], 10)).toEqual([])
      expect(await mailOf(runId)).toEqual([ifNotBegun])
      expect((await work.listLost(-1, 1_000)).map((lost) => lost.runId)).not.toContain(runId)
      await append(runId, 6, { workWithdrawn: ['work:A:1:1'] })
    })

    it('keeps the run that hears of it, although it would be let go of', async () => {
      const { runId } = await offer()
      const rows = { ...noRows, workRecalled: [{ taskId: 'work:A:1:1', ifNotBegun, ifLost }] }
      const [answer] = await store.append(engine, [someAppend(runId, 5, { rows, releaseAt: 0 })], 0, false)
      expect(answer).toMatchObject({ kind: 'committed', owned: true })
    })

    it('leaves a task with the worker that has begun it, and gives it to no other', async () => {
      const { runId, queue } = await offer()
      const { token } = await take(queue)
      await recall(runId, 5)
      expect(await mailOf(runId)).toEqual([])
      expect(await work.stillWanted([token])).toEqual(new Set([token]))
      const lost = await work.listLost(-1, 1_000)
      expect(lost.find((each) => each.token === token)).toMatchObject({ idempotent: false })
      expect(await work.offerAgain(token, true, reported)).toBe(false)
      expect(await work.take('other', [queue], 10)).toEqual([])
      expect(await work.finish(token, reported)).toBe(true)
      expect(await mailOf(runId)).toEqual([reported])
    })

    it('tells the run that a task is lost which one worker had and no other has yet', async () => {
      const { runId, queue } = await offer()
      const { token } = await take(queue)
      await work.offerAgain(token, true, reported)
      await recall(runId, 5, { messages: [{ to: runId, command: reported }] })
      expect(await work.take('me', [queue], 10)).toEqual([])
      expect(await mailOf(runId)).toEqual([reported, reported, ifLost])
    })

    it('takes nothing back that is there no more, nor for an owner that is none any more', async () => {
      const ended = await offer()
      const { token } = await take(ended.queue)
      await work.finish(token, reported)
      await recall(ended.runId, 5)
      expect(await mailOf(ended.runId)).toEqual([reported])
      const fenced = await offer()
      await append(fenced.runId, 5, {})
      const [answer] = await recall(fenced.runId, 5)
      expect(answer).toEqual({ kind: 'fenced' })
      expect(await work.take('me', [fenced.queue], 10)).toHaveLength(1)
    })

    it('wakes the run that waited', async () => {
      const { runId, queue } = await offer()
      const { token } = await take(queue)
      await store.append(engine, [someAppend(runId, 5, { releaseAt: 0 })], 0, false)
      await work.finish(token, reported)
      const claimed: string[] = []
      await store.claim(engine, { runs: 100 }, async (runs) => {
        claimed.push(...runs.map((run) => run.runId))
        return { appends: [], leave: [] }
      })
      expect(claimed).toContain(runId)
    })
  })
}
