import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import { createHarness, type Harness, poll, testFunctions } from '#proof/testing/harness.ts'
import type { WorkStore } from './ports.ts'
import type { Worker } from './run-worker.ts'
import { scanForLostWork } from './scan.ts'
import { createWorkStore } from './work-store.ts'
import { startWorker, type WorkerOptions } from './worker.ts'

const send = (fn: string, more: object = {}): Step =>
  ({ name: 'Send', type: 'ASYNC', function: `steps.${fn}`, ...more }) as Step

describe('workers', () => {
  let harness: Harness
  let store: WorkStore
  const workers: Worker[] = []
  const lines: string[] = []
  beforeAll(async () => {
    harness = await createHarness()
    store = createWorkStore(harness.pool)
    await harness.engine()
  })
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.stop()
  })
  afterAll(() => harness.close())

  const work = (options: Partial<WorkerOptions> = {}): Worker => {
    const worker = startWorker({
      databaseUrl: harness.databaseUrl,
      functionsFolders: [testFunctions],
      queues: ['default'],
      tasks: 10,
      heartbeatMs: 50,
      log: (line) => lines.push(line),
      ...options,
    })
    workers.push(worker)
    return worker
  }
  const rows = async () => {
    const { rows } = await harness.pool.query('select * from async_task')
    return rows as { task_id: string; token: string | null; fraction: number | null; heartbeat_at: Date | null }[]
  }
  /** How many have been seen of the tasks that there are. */
  const beatsSeen = () => {
    const beats = new Set<number>()
    return async () => {
      for (const { heartbeat_at } of await rows()) if (heartbeat_at) beats.add(heartbeat_at.getTime())
      return beats.size
    }
  }
  const start = async (steps: readonly Step[], input = {}) => {
    const name = `Work_${randomUUID().slice(0, 8)}`
    await harness.publish(name, steps)
    return harness.start(name, input)
  }
  const pending = (runId: string) => harness.until(runId, 'PENDING_ASYNC')
  /** A worker that took the task and was never heard of again. */
  const takenByTheDead = async () => {
    const [taken] = await store.take('dead', ['default'], 1)
    if (!taken) throw new Error('There is nothing to take.')
    await harness.pool.query(`update async_task set heartbeat_at = now() - interval '1 hour' where token = $1`, [
      taken.token,
    ])
    return taken
  }
  const completed = { type: 'attempt_ended', step: 'Send', iteration: 1, attempt: 1 } as const

  it('A5, A6, A27: run ASYNC steps; meanwhile the run is PENDING_ASYNC and nobody holds it', async () => {
    const runId = await start(
      [send('add_one'), { name: 'Next', type: 'STANDARD', function: 'steps.add_one' } as Step],
      { n: 1 },
    )
    await pending(runId)
    expect(await rows()).toMatchObject([{ task_id: 'work:Send:1:1', token: null }])
    work()
    expect((await harness.until(runId, 'COMPLETED')).data).toEqual({ n: 3 })
    expect(await rows()).toEqual([])
    expect(await harness.violations()).toEqual([])
  })

  it('show that they are there and what they serve, until they leave', async () => {
    const shown = async () => (await harness.pool.query<object>('select id, queues from worker')).rows
    await harness.pool.query(`insert into worker values ('dead', '{gpu}', now() - interval '1 second')`)
    const { id } = work({ queues: ['gpu', 'mails'] })
    const isAlone = async () => isDeepStrictEqual(await shown(), [{ id, queues: ['gpu', 'mails'] }])
    await poll(isAlone, async () => `shown are ${JSON.stringify(await shown())}`)
    for (const worker of workers.splice(0)) await worker.stop()
    expect(await shown()).toEqual([])
  })

  it('share the tasks: each is taken by one worker, and each result is recorded once', async () => {
    work({ tasks: 2 })
    work({ tasks: 2 })
    await harness.publish('Many', [send('slowly')])
    const runIds = await Promise.all(Array.from({ length: 20 }, () => harness.start('Many', { ms: 5 })))
    for (const runId of runIds) {
      await harness.until(runId, 'COMPLETED')
      const events = await harness.history(runId)
      expect(events.filter(({ type }) => type === 'workflow.node.completed')).toHaveLength(1)
    }
    expect(await rows()).toEqual([])
  })

  it('take tasks of their queues only', async () => {
    const runId = await start([send('add_one', { queue: 'slow' })], { n: 1 })
    await pending(runId)
    const other = await start([send('add_one')], { n: 1 })
    work()
    await harness.until(other, 'COMPLETED')
    expect(await rows()).toMatchObject([{ token: null }])
    work({ queues: ['slow', 'slower'] })
    await harness.until(runId, 'COMPLETED')
  })

  it('A80: report progress, heartbeats and failures', async () => {
    work()
    const runId = await start([send('report_progress')])
    await harness.until(runId, 'COMPLETED')
    const progress = (await harness.history(runId)).find(({ type }) => type === 'workflow.node.progress')
    expect(progress?.payload).toEqual({ fraction: 0.5, note: 'half' })
    const failing = await start([send('fail')])
    expect((await harness.until(failing, 'FAILED')).outcome?.error).toMatchObject({ code: 'RangeError', step: 'Send' })
    const unknown = await start([send('nothing_of_that_name')])
    expect((await harness.until(unknown, 'FAILED')).outcome?.error?.code).toBe('FUNCTION_NOT_FOUND')
  })

  it('A80: extend their lease when their function says that it is alive, and record what it says', async () => {
    work({ heartbeatMs: 60_000 })
    const runId = await start([send('beat')])
    await expect.poll(beatsSeen()).toBeGreaterThanOrEqual(3)
    const progress = (await harness.history(runId)).filter(({ type }) => type === 'workflow.node.progress')
    expect(progress.map(({ payload }) => payload)).toEqual([{ note: '{"sent":3}' }])
    await harness.send(runId, { type: 'cancel' })
    await harness.until(runId, 'CANCELLED')
  })

  it('A38, A39: may pause the run or start a sub-workflow by what their function asks for', async () => {
    work()
    const runId = await start([send('pause')])
    await harness.until(runId, 'WAITING_HUMAN_INPUT')
    expect(await harness.send(runId, { type: 'resume', input: { yes: true } })).toMatchObject({ ok: true })
    await harness.until(runId, 'COMPLETED')
  })

  it('A22: hear of a cancelled run by the signal of their function', async () => {
    const worker = work()
    const runId = await start([send('until_aborted')])
    await expect.poll(() => worker.load).toBe(1)
    expect(await harness.send(runId, { type: 'cancel' })).toMatchObject({ ok: true })
    await harness.until(runId, 'CANCELLED')
    await expect.poll(() => worker.load).toBe(0)
    await expect.poll(() => lines.some((line) => line.includes(`${runId} Send: cancelled`))).toBe(true)
    expect(await rows()).toEqual([])
  })

  it('A22: change nothing with a result that comes late or twice', async () => {
    const runId = await start([send('add_one')], { n: 1 })
    await pending(runId)
    const [taken] = await store.take('slow one', ['default'], 1)
    const token = taken?.token ?? ''
    const outcome = { kind: 'completed', output: { n: 2 } } as const
    expect(await store.finish(token, { ...completed, outcome })).toBe(true)
    expect(await store.finish(token, { ...completed, outcome: { kind: 'completed', output: { n: 99 } } })).toBe(false)
    expect((await harness.until(runId, 'COMPLETED')).data).toEqual({ n: 2 })

    const cancelled = await start([send('add_one')], { n: 1 })
    await pending(cancelled)
    const [late] = await store.take('slow one', ['default'], 1)
    expect(await harness.send(cancelled, { type: 'cancel' })).toMatchObject({ ok: true })
    await harness.until(cancelled, 'CANCELLED')
    expect(await store.finish(late?.token ?? '', { ...completed, outcome })).toBe(false)
    expect((await harness.history(cancelled)).filter(({ type }) => type === 'workflow.node.completed')).toEqual([])
    expect(await harness.violations()).toEqual([])
  })

  const scan = (dryRun = false) => scanForLostWork(store, { heartbeatTimeoutMs: 1_000, recoveries: 3, dryRun })

  it('A7, A18, A19: that are lost fail the run as FAILED_WORKER_CRASH, which a retry opens again', async () => {
    const runId = await start([send('add_one')], { n: 1 })
    await pending(runId)
    const taken = await takenByTheDead()
    const wouldBe = await scan(true)
    expect(wouldBe).toMatchObject({
      found: 1,
      recovered: 0,
      failed: 1,
      lines: [expect.stringContaining('would say that it fails')],
    })
    expect(await rows()).toMatchObject([{ token: taken.token }])
    expect(await scan()).toMatchObject({ found: 1, recovered: 0, failed: 1 })
    const { outcome } = await harness.until(runId, 'FAILED_WORKER_CRASH')
    expect(outcome?.error).toMatchObject({ code: 'WORKER_LOST', step: 'Send' })
    const late = { ...completed, outcome: { kind: 'completed', output: { n: 99 } } } as const
    expect(await store.finish(taken.token, late)).toBe(false)
    expect(await harness.send(runId, { type: 'retry' })).toMatchObject({ ok: true })
    work()
    expect((await harness.until(runId, 'COMPLETED')).data).toEqual({ n: 2 })
    expect(await harness.violations()).toEqual([])
  })

  it('A80: that are lost three times are replaced for an idempotent step; the fourth time it fails', async () => {
    const runId = await start([send('add_one', { idempotent: true })], { n: 1 })
    await pending(runId)
    for (let time = 1; time <= 3; time += 1) {
      const dead = await takenByTheDead()
      expect(await scan()).toMatchObject({ found: 1, recovered: 1, failed: 0 })
      const late = { ...completed, outcome: { kind: 'completed', output: { n: 99 } } } as const
      expect(await store.finish(dead.token, late)).toBe(false)
    }
    await expect
      .poll(async () => (await harness.history(runId)).filter(({ type }) => type === 'workflow.node.progress').length)
      .toBe(3)
    await takenByTheDead()
    expect(await scan()).toMatchObject({ found: 1, recovered: 0, failed: 1 })
    await harness.until(runId, 'FAILED_WORKER_CRASH')
  })

  it('are waited for as long as the step says', async () => {
    const runId = await start([send('add_one', { heartbeat_timeout_seconds: 7_200 })], { n: 1 })
    await pending(runId)
    const { token } = await takenByTheDead()
    expect(await scan()).toMatchObject({ found: 0 })
    await store.finish(token, { ...completed, outcome: { kind: 'completed', output: null } })
    await harness.until(runId, 'COMPLETED')
  })

  it('A80: are not taken for lost while they say that they are alive', async () => {
    const worker = work()
    const folder = await mkdtemp(join(tmpdir(), 'heddle-alive-'))
    const until = join(folder, 'now')
    const runId = await start([send('await_file')], { until })
    await expect.poll(() => worker.load).toBe(1)
    const half = 30 * 60_000
    await harness.pool.query(`update async_task set heartbeat_at = now() - interval '1 hour'`)
    await expect.poll(() => store.listLost(half, 10)).toEqual([])
    expect(worker.load).toBe(1)
    await writeFile(until, '')
    await harness.until(runId, 'COMPLETED')
    await rm(folder, { recursive: true })
  })

  it('say that they are alive more often for a step with a shorter heartbeat timeout, whatever its function says', async () => {
    const worker = work({ heartbeatMs: 600_000 })
    const runId = await start([send('until_aborted', { heartbeat_timeout_seconds: 1 })])
    await expect.poll(beatsSeen()).toBeGreaterThanOrEqual(4)
    expect(worker.load).toBe(1)
    await harness.send(runId, { type: 'cancel' })
    await harness.until(runId, 'CANCELLED')
  })

  it('give back what is idempotent when they stop, and fail the rest', async () => {
    const again = await start([send('until_aborted', { idempotent: true })])
    const not = await start([send('until_aborted')])
    const worker = work()
    await expect.poll(() => worker.load).toBe(2)
    await worker.stop()
    await harness.until(not, 'FAILED_WORKER_CRASH')
    await poll(
      async () => (await rows()).every(({ token }) => token === null),
      async () => JSON.stringify(await rows()),
    )
    expect((await harness.until(again, 'PENDING_ASYNC')).outcome).toBeNull()
    await harness.send(again, { type: 'cancel' })
  })

  it('leave a time limit to the run: it holds while nobody takes the step', async () => {
    const runId = await start([send('add_one', { timeout_seconds: 0.05 })])
    expect((await harness.until(runId, 'FAILED')).outcome?.error?.code).toBe('TIMEOUT')
    expect(await rows()).toEqual([])
  })
})
