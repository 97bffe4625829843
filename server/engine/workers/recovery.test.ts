import { describe, expect, it } from 'vitest'
import { readEnv } from '#server/env.ts'
import type { WorkerRequest } from '../ports.ts'
import { createTables, openMail } from '../store/memory/tables.ts'
import { createMemoryWork, offerWork } from '../store/memory/work.ts'
import { scanForLostWork } from './scan.ts'

const { heartbeatMs, heartbeatTimeoutMs, scanMs, recoveries } = readEnv({}).worker
const SECOND = 1_000

/** One offered task, a clock that the test moves, and the scan of an installation with the usual settings. */
function openTask({ idempotent = true, ...more }: Partial<WorkerRequest> & { heartbeatTimeoutMs?: number } = {}) {
  const tables = createTables()
  let now = 0
  let tokens = 0
  const work = createMemoryWork(
    tables,
    () => now,
    () => {
      tokens += 1
      return `token ${tokens}`
    },
  )
  const request = { function: 'steps.send', step: 'Send', iteration: 1, attempt: 1, idempotent, ...more }
  offerWork(tables, 'run', {
    taskId: 'work:Send:1:1',
    ownerId: 'local',
    workflow: 'Sends',
    queue: 'default',
    idempotent,
    heartbeatTimeoutMs: more.heartbeatTimeoutMs ?? null,
    request: JSON.stringify(request),
  })
  return {
    pass(ms: number) {
      now += ms
    },
    async take(): Promise<string> {
      const [taken] = await work.take('worker', ['default'], 1)
      if (!taken) throw new Error('There is no task to take.')
      return taken.token
    },
    beat: (token: string) => work.beat([token]),
    scan: () => scanForLostWork(work, { heartbeatTimeoutMs, recoveries }),
    told: () => openMail(tables, 'run').map(({ command }) => JSON.parse(command) as unknown),
  }
}

describe('public run 11: recovery', () => {
  it('C44, C45, C47: an installation beats every 30 s, scans every 60 s and counts 120 s of silence as lost', () => {
    expect([heartbeatMs, scanMs, heartbeatTimeoutMs, recoveries]).toEqual([30_000, 60_000, 120_000, 3])
  })

  it('C44: 119.9 s are not stale; 120 s are at the next scan', async () => {
    const task = openTask()
    await task.take()
    task.pass(119.9 * SECOND)
    expect(await task.scan()).toMatchObject({ found: 0 })
    task.pass(0.1 * SECOND)
    expect(await task.scan()).toMatchObject({ found: 1, recovered: 1, failed: 0 })
  })

  it('C46: an idempotent step gets three further workers, and fails when the last one is lost', async () => {
    const task = openTask()
    for (const attempt of [1, 2, 3]) {
      await task.take()
      task.pass(heartbeatTimeoutMs)
      expect(await task.scan()).toMatchObject({ recovered: 1, lines: [expect.stringContaining(`${attempt} of 3`)] })
    }
    await task.take()
    task.pass(heartbeatTimeoutMs)
    expect(await task.scan()).toMatchObject({ recovered: 0, failed: 1 })
    expect(task.told().at(-1)).toMatchObject({
      type: 'attempt_ended',
      outcome: { kind: 'failed', error: { code: 'WORKER_LOST' }, retryable: false, cause: 'worker_crash' },
    })
  })

  it('C47: a heartbeat every 30 s prevents a recovery, however long the step takes', async () => {
    const task = openTask()
    const token = await task.take()
    for (let beats = 0; beats < 40; beats += 1) {
      task.pass(heartbeatMs)
      await task.beat(token)
      if ((beats + 1) % (scanMs / heartbeatMs) === 0) expect(await task.scan()).toMatchObject({ found: 0 })
    }
    task.pass(heartbeatTimeoutMs)
    expect(await task.scan()).toMatchObject({ found: 1 })
  })

  it('a step that is not idempotent is never given to another worker', async () => {
    const task = openTask({ idempotent: false, recoveries: 5 })
    await task.take()
    task.pass(heartbeatTimeoutMs)
    expect(await task.scan()).toMatchObject({ recovered: 0, failed: 1 })
  })

  it('the workflow says after how long, and how often', async () => {
    const task = openTask({ recoveries: 1, heartbeatTimeoutMs: 10 * SECOND })
    await task.take()
    task.pass(10 * SECOND)
    expect(await task.scan()).toMatchObject({ recovered: 1, lines: [expect.stringContaining('1 of 1')] })
    await task.take()
    task.pass(10 * SECOND)
    expect(await task.scan()).toMatchObject({ recovered: 0, failed: 1 })
  })
})
