import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Command } from '#core/run/command.ts'
import type { WorkOffered } from '../../commit/append.ts'
import type { EngineIdentity, Store } from '../../ports.ts'
import type { LostWork, TakenWork, WorkStore } from '../../workers/ports.ts'
import { noRows, someAppend, someNewRun } from '../appends.ts'
import type { StoreUnderTest } from './store-bench.ts'

const told: Command = { type: 'progress', step: 'A', iteration: 1, attempt: 1, note: 'told' }
const SILENCE_MS = 60_000

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
      engine = await store.register('here', 1, 60_000)
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
      const workOffered = [{ ...offered, silenceMs: null, request: '{"step":"A"}', ...changes }]
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
      const task = { runId, ownerId: 'local', workflow: 'Something', request: { step: 'A' }, silenceMs: null }
      expect(taken).toMatchObject(task)
      expect(await work.take('other', [queue], 10)).toEqual([])
      expect(await work.progress(taken.token, { fraction: 0.5 }, told)).toBe(true)
      expect(await work.finish(taken.token, told)).toBe(true)
      expect(await work.finish(taken.token, told)).toBe(false)
      expect(await work.progress(taken.token, {}, told)).toBe(false)
      expect(await mailOf(runId)).toEqual([told, told])
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
      expect(await work.offerAgain(second.token, true, told)).toBe(true)
      const third = await take(given.queue)
      const tokens = [first.token, second.token, third.token]
      expect(await work.stillWanted(tokens)).toEqual(new Set([third.token]))
      expect(await work.beat(tokens)).toEqual(new Set([third.token]))
      for (const token of [first.token, second.token]) {
        expect(await work.finish(token, told)).toBe(false)
        expect(await work.offerAgain(token, true, told)).toBe(false)
      }
      expect(await mailOf(withdrawn.runId)).toEqual([])
    })

    it('finds those whose worker was silent for longer than the step allows, with the count of their recoveries', async () => {
      const { queue } = await offer({ silenceMs: 1, idempotent: false })
      const patient = await offer()
      const taken = await take(queue)
      expect(taken.silenceMs).toBe(1)
      const { token: patientToken } = await take(patient.queue)
      let found: readonly LostWork[] = []
      const isLost = async () => {
        found = await work.listLost(SILENCE_MS, 10)
        return found.map(({ token }) => token)
      }
      await expect.poll(isLost).toContain(taken.token)
      expect(found.map(({ token }) => token)).not.toContain(patientToken)
      expect(found.find(({ token }) => token === taken.token)).toMatchObject({
        workerId: 'me',
        idempotent: false,
        recoveries: 0,
      })
      await work.offerAgain(taken.token, true, told)
      const again = await take(queue)
      await expect.poll(isLost).toContain(again.token)
      expect(found.find(({ token }) => token === again.token)?.recoveries).toBe(1)
    })

    it('wakes the run that waited', async () => {
      const { runId, queue } = await offer()
      const { token } = await take(queue)
      await store.append(engine, [someAppend(runId, 5, { releaseAt: 0 })], 0, false)
      await work.finish(token, told)
      const claimed: string[] = []
      await store.claim(engine, { runs: 100 }, async (runs) => {
        claimed.push(...runs.map((run) => run.runId))
        return { appends: [], leave: [] }
      })
      expect(claimed).toContain(runId)
    })
  })
}
