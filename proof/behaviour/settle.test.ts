import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import type { Worker } from '#server/engine/workers/run-worker.ts'
import { startWorker } from '#server/engine/workers/worker.ts'
import { createHarness, type Harness, poll, standard, testFunctions } from '../testing/harness.ts'

const undoable = (name: string, more: Partial<Step> = {}): Step =>
  standard(name, 'add_one', { compensate_function: 'steps.add_one', ...more })
const queued = (more: Partial<Step> = {}): Step =>
  ({ name: 'As', type: 'ASYNC', queue: 'nobody', function: 'steps.add_one', ...more }) as Step

describe('a saga that turns back while something has not ended', () => {
  let harness: Harness
  const workers: Worker[] = []
  beforeAll(async () => {
    harness = await createHarness()
    await harness.engine()
  })
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.stop()
    // Invariant 8 is about timers, whose due dates these tests move.
    expect((await harness.violations()).filter(({ invariant }) => invariant !== 8)).toEqual([])
  })
  afterAll(() => harness.close())

  const start = async (name: string, steps: readonly Step[], more: object = {}) => {
    await harness.publish(name, steps, { saga_enabled: true, ...more })
    return harness.start(name, { n: 1 })
  }
  const tasksOf = async (runId: string) => {
    const { rows } = await harness.pool.query('select task_id, token from async_task where run_id = $1', [runId])
    return rows as { task_id: string; token: string | null }[]
  }
  const serve = () => {
    const worker = startWorker({
      databaseUrl: harness.databaseUrl,
      functionsFolders: [testFunctions],
      queues: ['nobody'],
      tasks: 10,
      heartbeatMs: 50,
      log: () => undefined,
    })
    workers.push(worker)
  }
  const until = async (runId: string, type: string) =>
    poll(
      async () => (await harness.history(runId)).some((event) => event.type === type),
      async () => `there was no ${type}: ${harness.lines.join('\n')}`,
    )
  /** The deadline passes, as far as the database can tell. */
  const passDeadline = (runId: string) =>
    harness.pool.query(`update timer set due_at = now() where run_id = $1 and timer_id like 'settle:%'`, [runId])

  it('withdraws the task that no worker has begun, undoes the rest, and a worker that comes later finds nothing', async () => {
    const runId = await start('SagaQueue', [undoable('A'), queued()])
    await harness.until(runId, 'PENDING_ASYNC')
    expect(await tasksOf(runId)).toEqual([{ task_id: 'work:As:1:1', token: null }])
    expect(await harness.send(runId, { type: 'cancel', compensate: true })).toMatchObject({ ok: true })
    const state = await harness.until(runId, 'CANCELLED')
    expect(state).toMatchObject({ phase: 'FAILED_SAFE', steps: { A: { undone: true }, As: { withdrawn: true } } })
    expect(await tasksOf(runId)).toEqual([])
    const before = await harness.history(runId)
    serve()
    const other = await start('Served', [queued()])
    await harness.until(other, 'COMPLETED')
    expect(await harness.history(runId)).toEqual(before)
  })

  it('does so also when a sibling fails', async () => {
    const runId = await start('SagaSibling', [
      undoable('A', { next: ['As', 'Boom'] }),
      queued({ next: ['END'] }),
      standard('Boom', 'fail', { next: ['END'], effects: 'none' }),
    ])
    const state = await harness.until(runId, 'FAILED_ROLLED_BACK')
    expect(state).toMatchObject({ phase: 'FAILED_SAFE', outcome: { error: { step: 'Boom' } } })
    expect(await tasksOf(runId)).toEqual([])
  })

  it('and when the time of the run is over', async () => {
    const runId = await start('SagaTimeLimit', [undoable('A'), queued()], { timeout_seconds: 600 })
    await harness.until(runId, 'PENDING_ASYNC')
    await harness.pool.query('update timer set due_at = now() where run_id = $1', [runId])
    const state = await harness.until(runId, 'FAILED_ROLLED_BACK')
    expect(state).toMatchObject({ phase: 'FAILED_SAFE', outcome: { error: { code: 'RUN_TIMEOUT' } } })
  })

  it('and in the run below it when the parent is cancelled', async () => {
    await harness.publish('SagaBelow', [undoable('B'), queued()], { saga_enabled: true })
    const sub = { name: 'Sub', type: 'SUB_WORKFLOW', sub_workflow_type: 'SagaBelow' } as const
    const runId = await start('SagaAbove', [undoable('A'), sub])
    await harness.until(runId, 'PENDING_SUB_WORKFLOW')
    const [child = ''] = Object.keys((await harness.state(runId)).children)
    await harness.until(child, 'PENDING_ASYNC')
    await harness.send(runId, { type: 'cancel', compensate: true })
    await harness.until(child, 'CANCELLED')
    await harness.until(runId, 'CANCELLED')
    expect((await harness.state(child)).phase).toBe('FAILED_SAFE')
  })

  it('waits for what a worker has begun, but not for ever; what the worker says then changes nothing', async () => {
    const runId = await start('SagaBegun', [undoable('A'), queued()])
    await harness.until(runId, 'PENDING_ASYNC')
    const token = '00000000-0000-4000-8000-000000000001'
    await harness.pool.query(
      `update async_task set token = $2, worker_id = 'silent', claimed_at = now(), heartbeat_at = now() + interval '1 day'
        where run_id = $1`,
      [runId, token],
    )
    await harness.send(runId, { type: 'cancel', compensate: true })
    expect(await tasksOf(runId)).toMatchObject([{ token }])
    expect((await harness.state(runId)).rollback?.settle).toBeDefined()
    await passDeadline(runId)
    const state = await harness.until(runId, 'CANCELLED')
    expect(state).toMatchObject({
      phase: 'FAILED_UNSAFE',
      outcome: { notUndone: ['As'] },
      steps: { A: { undone: true } },
    })
    expect(await tasksOf(runId)).toEqual([])
  })

  it('waits for a function that never returns, but not for ever', async () => {
    const runId = await start('SagaHangs', [
      undoable('A', { next: ['Hangs', 'Boom'] }),
      standard('Hangs', 'hang', { next: ['END'] }),
      standard('Boom', 'fail', { next: ['END'] }),
    ])
    await until(runId, 'workflow.run.rolling_back')
    await passDeadline(runId)
    const state = await harness.until(runId, 'FAILED')
    expect(state).toMatchObject({ phase: 'FAILED_UNSAFE', outcome: { notUndone: ['Hangs'], error: { step: 'Boom' } } })
  })

  it('gives a compensation up that never returns, by its own time limit or, where it has none, that of the engine', async () => {
    const hanging = { compensate_function: 'steps.hang', retry: { max_attempts: 1 } } as const
    const runId = await start('SagaUndoHangs', [
      undoable('A', { ...hanging, timeout_seconds: 0.2 }),
      standard('Boom', 'fail'),
    ])
    const state = await harness.until(runId, 'FAILED')
    expect(state).toMatchObject({ phase: 'FAILED_UNSAFE', outcome: { notUndone: ['A'] } })
    const failed = (await harness.history(runId)).find(({ type }) => type === 'workflow.compensation.failed')
    expect(failed?.payload).toMatchObject({ error: { code: 'STEP_TIMEOUT' } })
  })

  it('is ended by an operator at once while a compensation does not return', async () => {
    const runId = await start('SagaEnded', [
      undoable('A', { compensate_function: 'steps.hang' }),
      standard('Boom', 'fail'),
    ])
    await until(runId, 'workflow.compensation.started')
    expect(await harness.send(runId, { type: 'cancel' })).toMatchObject({
      refusal: { code: 'INVALID_TRANSITION', message: expect.stringContaining('use force to end it') },
    })
    expect(await harness.send(runId, { type: 'cancel', force: true, reason: 'it hangs' })).toMatchObject({ ok: true })
    const state = await harness.until(runId, 'FAILED')
    expect(state).toMatchObject({
      phase: 'FAILED_UNSAFE',
      outcome: { notUndone: ['A'], endedBy: { actor: { id: 'local' }, reason: 'it hangs' } },
    })
  })
})
