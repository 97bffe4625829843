import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import { createHarness, type Harness, poll, standard } from '../testing/harness.ts'

const approval: Step = { name: 'Ask', type: 'HUMAN', title: 'May I?', groups: ['all'] }
const wait = (seconds: number): Step => ({ name: 'Wait', type: 'WAIT', duration_seconds: seconds })

describe.each([{ notify: true }, { notify: false }])('an engine, notify $notify', (options) => {
  let harness: Harness
  beforeAll(async () => {
    harness = await createHarness()
    await harness.engine(options)
  })
  afterAll(() => harness.close())

  it('A33, A40: runs three functions in order and records what they returned', async () => {
    await harness.publish('Three', [standard('A', 'add_one'), standard('B', 'add_one'), standard('C', 'add_one')])
    const runId = await harness.start('Three', { n: 0 })
    const state = await harness.until(runId, 'COMPLETED')
    expect(state.data).toEqual({ n: 3 })
    const types = (await harness.history(runId)).map(({ type, ...event }) =>
      [type.replace('workflow.', ''), 'step' in event ? event.step : ''].join(' ').trim(),
    )
    expect(types.filter((type) => !type.startsWith('run.status'))).toEqual([
      'run.created',
      'run.queued',
      'run.promoted',
      'run.started',
      'node.started A',
      'node.completed A',
      'node.started B',
      'node.completed B',
      'node.started C',
      'node.completed C',
      'run.completed',
    ])
  })

  it('A46, A77: writes a run of three steps in five rows at most: start, first step, three results', async () => {
    const runId = await harness.start('Three', { n: 0 })
    await harness.until(runId, 'COMPLETED')
    const { rows } = await harness.pool.query<{ rows: number; eager: boolean }>(
      `select count(*)::int as rows, bool_or(seq = 1 and engine_epoch > 0) as eager from run_log where run_id = $1`,
      [runId],
    )
    // The first row of an eager run has its first step.
    expect(rows[0]?.rows).toBe(rows[0]?.eager ? 4 : 5)
  })

  it('waits for a person without being held in memory, and goes on with the answer', async () => {
    await harness.publish('Asks', [approval, standard('After', 'add_one')])
    const runId = await harness.start('Asks')
    await harness.until(runId, 'WAITING_HUMAN_INPUT')
    const tasks = await harness.pool.query(`select id, title, groups, status from human_task where run_id = $1`, [
      runId,
    ])
    expect(tasks.rows).toMatchObject([{ title: 'May I?', groups: ['all'], status: 'open' }])
    expect(await harness.send(runId, { type: 'resume', input: { n: 41 } })).toMatchObject({ ok: true })
    expect((await harness.until(runId, 'COMPLETED')).data).toMatchObject({ n: 42 })
    const closed = await harness.pool.query(`select status, decided_by, decision from human_task where run_id = $1`, [
      runId,
    ])
    expect(closed.rows).toEqual([{ status: 'decided', decided_by: 'local', decision: { n: 41 } }])
  })

  it('answers the same operation twice as the first time, and does it once', async () => {
    const runId = await harness.start('Asks')
    await harness.until(runId, 'WAITING_HUMAN_INPUT')
    const operationId = randomUUID()
    const both = await Promise.all([
      harness.send(runId, { type: 'resume', input: {} }, operationId),
      harness.send(runId, { type: 'resume', input: {} }, operationId),
    ])
    expect(both[0]).toMatchObject({ ok: true })
    expect(both[1]).toEqual(both[0])
    await harness.until(runId, 'COMPLETED')
    const decided = (await harness.history(runId)).filter((event) => event.type === 'workflow.human_task.decided')
    expect(decided).toHaveLength(1)
  })

  it('refuses one of two who decide at once, and says so', async () => {
    const runId = await harness.start('Asks')
    await harness.until(runId, 'WAITING_HUMAN_INPUT')
    const replies = await Promise.all([1, 2, 3].map((n) => harness.send(runId, { type: 'resume', input: { n } })))
    expect(replies.filter((reply) => reply !== 'pending' && 'ok' in reply)).toHaveLength(1)
    expect(replies.filter((reply) => reply !== 'pending' && 'refusal' in reply)).toHaveLength(2)
  })

  it('changes nothing in a run whose verb it refuses', async () => {
    const runId = await harness.start('Three', { n: 0 })
    const before = await harness.until(runId, 'COMPLETED')
    expect(await harness.send(runId, { type: 'cancel' })).toMatchObject({ refusal: { code: 'INVALID_TRANSITION' } })
    expect(await harness.state(runId)).toEqual(before)
  })

  it('fires a timer once and not before its time', async () => {
    await harness.publish('Waits', [wait(0.05), standard('After', 'add_one')])
    const runId = await harness.start('Waits')
    await harness.until(runId, 'COMPLETED')
    const events = await harness.history(runId)
    const set = events.find((event) => event.type === 'workflow.timer.set')
    const fired = events.filter((event) => event.type === 'workflow.timer.fired')
    expect(fired).toHaveLength(1)
    expect(fired[0]?.at).toBeGreaterThanOrEqual(set?.type === 'workflow.timer.set' ? set.payload.due_at : Infinity)
  })

  it('tries again after the back-off, with the same key', async () => {
    const retry = { max_attempts: 3, initial_interval_seconds: 0.02, backoff: 1 }
    await harness.publish('Retries', [standard('A', 'fail_once', { retry })])
    const runId = await harness.start('Retries')
    expect((await harness.until(runId, 'COMPLETED')).data).toEqual({ attempts: 2 })
  })

  it('A14, A15: keeps the error with its stack when a step fails for good', async () => {
    await harness.publish('Fails', [standard('A', 'fail'), standard('B', 'add_one')])
    const runId = await harness.start('Fails')
    const state = await harness.until(runId, 'FAILED')
    expect(state.outcome?.error).toMatchObject({
      code: 'RangeError',
      step: 'A',
      stack: expect.stringContaining('steps.ts:'),
    })
    const { rows } = await harness.pool.query('select error_code, error_step from run_state where run_id = $1', [runId])
    expect(rows).toEqual([{ error_code: 'RangeError', error_step: 'A' }])
  })

  it('A12, A57: runs a child and gives its state back to the parent', async () => {
    await harness.publish('Child', [standard('A', 'add_one')])
    await harness.publish('Parent', [
      { name: 'Spawn', type: 'SUB_WORKFLOW', sub_workflow_type: 'Child', input: { n: 6 } },
      standard('After', 'add_one'),
    ])
    const runId = await harness.start('Parent')
    const state = await harness.until(runId, 'COMPLETED')
    expect(state.data).toMatchObject({ sub_workflow_results: { Child: { n: 7 } } })
    const { rows } = await harness.pool.query(
      'select parent_run_id, root_run_id, depth, owner_id from run where parent_run_id = $1',
      [runId],
    )
    expect(rows).toEqual([{ parent_run_id: runId, root_run_id: runId, depth: 1, owner_id: 'local' }])
  })

  it('A39: starts the child that a function asks for', async () => {
    await harness.publish('Spawner', [standard('Spawn', 'start_child'), standard('After', 'add_one')])
    const runId = await harness.start('Spawner', { child: 'Child' })
    expect((await harness.until(runId, 'COMPLETED')).data).toMatchObject({
      sub_workflow_results: { Child: { from: 'parent', n: 1 } },
    })
  })

  it('A74: writes nothing of a parent while its child works: what it last changed is when it began to wait', async () => {
    await harness.publish('Working', [
      standard('A', 'add_one'),
      standard('B', 'add_one'),
      { name: 'Long', type: 'WAIT', duration_seconds: 3600 },
    ])
    await harness.publish('Idle', [{ name: 'Spawn', type: 'SUB_WORKFLOW', sub_workflow_type: 'Working' }])
    const runId = await harness.start('Idle', { n: 0 })
    await harness.until(runId, 'PENDING_SUB_WORKFLOW')
    const { rows } = await harness.pool.query('select id from run where parent_run_id = $1', [runId])
    const child = await harness.until(rows[0].id, 'PENDING_ASYNC')
    expect(child.data).toEqual({ n: 2 })
    const last = (await harness.history(runId)).at(-1)
    expect(last).toMatchObject({ type: 'workflow.run.status_changed', payload: { to: 'PENDING_SUB_WORKFLOW' } })
    const { rows: logged } = await harness.pool.query('select max(at) as at from run_log where run_id = $1', [runId])
    expect(logged[0].at.getTime()).toBe(last?.at)
    expect(child.at).toBeGreaterThanOrEqual(last?.at ?? Number.POSITIVE_INFINITY)
  })

  it('A63: checks what a child begins with against its own schema, before it begins', async () => {
    const needs = { input_schema: { type: 'object', required: ['n'] } }
    await harness.publish('Strict', [standard('A', 'add_one')], needs)
    await harness.publish('Careless', [
      { name: 'Spawn', type: 'SUB_WORKFLOW', sub_workflow_type: 'Strict', input: { m: 1 } },
    ])
    const runId = await harness.start('Careless')
    const state = await harness.until(runId, 'FAILED_CHILD_WORKFLOW')
    expect(JSON.stringify(state.outcome)).toContain('Strict')
    const { rows } = await harness.pool.query('select id from run where parent_run_id = $1', [runId])
    expect(rows).toEqual([])
  })

  it('fails a parent whose child does not exist, naming it', async () => {
    await harness.publish('Orphan', [{ name: 'Spawn', type: 'SUB_WORKFLOW', sub_workflow_type: 'Nobody' }])
    const runId = await harness.start('Orphan')
    const state = await harness.until(runId, 'FAILED_CHILD_WORKFLOW')
    expect(JSON.stringify(state.outcome)).toContain('Nobody')
  })

  it('A54, A61: shows a wait of a grandchild at the root, and cancels everything below a cancelled root', async () => {
    await harness.publish('Middle', [{ name: 'Spawn', type: 'SUB_WORKFLOW', sub_workflow_type: 'Asks' }])
    await harness.publish('Root', [{ name: 'Spawn', type: 'SUB_WORKFLOW', sub_workflow_type: 'Middle' }])
    const runId = await harness.start('Root')
    await harness.until(runId, 'WAITING_CHILD_HUMAN_INPUT')
    const below = 'select status from run_state s join run r on r.id = s.run_id where r.root_run_id = $1 order by depth'
    expect((await harness.pool.query(below, [runId])).rows.map((row) => row.status)).toEqual([
      'WAITING_CHILD_HUMAN_INPUT',
      'PENDING_SUB_WORKFLOW',
      'WAITING_HUMAN_INPUT',
    ])
    expect(await harness.send(runId, { type: 'cancel', reason: 'enough' })).toMatchObject({ ok: true })
    await poll(
      async () => (await harness.pool.query(below, [runId])).rows.every((row) => row.status === 'CANCELLED'),
      async () => JSON.stringify((await harness.pool.query(below, [runId])).rows),
    )
  })

  it('A21, A22: aborts the step of a run that is cancelled', async () => {
    await harness.publish('Long', [standard('A', 'until_aborted')])
    const runId = await harness.start('Long')
    await poll(
      async () => (await harness.state(runId)).open.includes('A'),
      async () => 'A was not started',
    )
    expect(await harness.send(runId, { type: 'cancel' })).toMatchObject({ ok: true, status: 'CANCELLED' })
    await harness.until(runId, 'CANCELLED')
  })

  it('A45, A48: pins the version that is the latest at the start', async () => {
    await harness.publish('Versions', [approval])
    const runId = await harness.start('Versions')
    await harness.publish('Versions', [standard('A', 'add_one')])
    await harness.until(runId, 'WAITING_HUMAN_INPUT')
    expect((await harness.until(await harness.start('Versions'), 'COMPLETED')).header.version).toBe(2)
    await harness.send(runId, { type: 'resume', input: {} })
    expect((await harness.until(runId, 'COMPLETED')).header.version).toBe(1)
  })

  it('A86: returns the same run for the same idempotency key', async () => {
    const idempotencyKey = randomUUID()
    const started = await Promise.all([1, 2, 3].map(() => harness.start('Three', {}, { idempotencyKey })))
    expect(new Set(started).size).toBe(1)
  })

  it('advances a hundred runs at once with few commits', async () => {
    const runIds = await Promise.all(Array.from({ length: 100 }, () => harness.start('Three', { n: 0 })))
    for (const runId of runIds) await harness.until(runId, 'COMPLETED')
    const { rows } = await harness.pool.query<{ commits: number }>(
      'select count(distinct xid)::int as commits from run_log where run_id = any($1)',
      [runIds],
    )
    expect(rows[0]?.commits).toBeLessThan(100)
  })

  it('A16, A28: retries a failed run where it failed, and acknowledges what has ended', async () => {
    await harness.publish('Mended', [standard('A', 'add_one'), standard('B', 'fail_unless_mended')])
    const runId = await harness.start('Mended')
    await harness.until(runId, 'FAILED')
    expect(await harness.send(runId, { type: 'retry' })).toMatchObject({ ok: true })
    const { data, runAttempt } = await harness.until(runId, 'COMPLETED')
    expect([data, runAttempt]).toEqual([{ n: 1, mended: true }, 2])
    expect(await harness.send(runId, { type: 'acknowledge' })).toMatchObject({ ok: true })
    expect((await harness.until(runId, 'COMPLETED')).acknowledged).toBe(true)
  })

  it('A17, A41: undoes what was done, in reverse order, with the results of the steps', async () => {
    const undo = { compensate_function: 'steps.what_it_gets' }
    await harness.publish(
      'Saga',
      [standard('A', 'add_one', undo), standard('B', 'add_one', undo), standard('C', 'fail')],
      { saga_enabled: true },
    )
    const runId = await harness.start('Saga')
    await harness.until(runId, 'FAILED_ROLLED_BACK')
    const undone = (await harness.history(runId)).flatMap((event) =>
      event.type === 'workflow.compensation.completed' && event.payload.outcome === 'done' ? [event] : [],
    )
    expect(undone.map(({ step }) => step)).toEqual(['B', 'A'])
    expect(undone[0]?.payload.output).toMatchObject({ result: { n: 2 } })
  })

  it('goes on behind the step by which a run failed, when it is skipped', async () => {
    await harness.publish('Hopeless', [standard('A', 'add_one'), standard('B', 'fail'), standard('C', 'add_one')])
    const runId = await harness.start('Hopeless')
    await harness.until(runId, 'FAILED')
    expect(await harness.send(runId, { type: 'skip', reason: 'not needed' })).toMatchObject({ ok: true })
    expect((await harness.until(runId, 'COMPLETED')).data).toEqual({ n: 2 })
  })

  it('undoes in a second rollback what it could not in the first', async () => {
    const undo = { compensate_function: 'steps.undo_where_there_is' }
    await harness.publish('Stuck', [standard('A', 'add_one', undo), standard('B', 'fail')], { saga_enabled: true })
    const folder = await mkdtemp(join(tmpdir(), 'heddle-stuck-'))
    const runId = await harness.start('Stuck', { file: join(folder, 'now') })
    expect((await harness.until(runId, 'FAILED')).outcome?.notUndone).toEqual(['A'])
    await writeFile(join(folder, 'now'), '')
    expect(await harness.send(runId, { type: 'rollback' })).toMatchObject({ ok: true })
    await harness.until(runId, 'FAILED_ROLLED_BACK')
    await rm(folder, { recursive: true })
  })

  it('A2, A25: takes one step at a time when it is driven by hand', async () => {
    const runId = await harness.start('Three', { n: 0 }, { drive: 'manual' })
    for (const n of [1, 2]) {
      await poll(
        async () => (await harness.send(runId, { type: 'next_step', user_input: {} })) !== 'pending',
        async () => 'no answer',
      )
      await poll(
        async () => (await harness.state(runId)).data.n === n,
        async () => JSON.stringify(await harness.state(runId)),
      )
    }
    expect(await harness.send(runId, { type: 'cancel' })).toMatchObject({ ok: true })
  })

  it('holds a run and lets it go on', async () => {
    await harness.publish('Held', [standard('A', 'await_file'), standard('B', 'add_one')])
    const folder = await mkdtemp(join(tmpdir(), 'heddle-held-'))
    const until = join(folder, 'now')
    const runId = await harness.start('Held', { until })
    await poll(
      async () => (await harness.state(runId)).open.includes('A'),
      async () => 'A has not begun',
    )
    expect(await harness.send(runId, { type: 'pause', reason: 'look at it' })).toMatchObject({ ok: true })
    await writeFile(until, '')
    await poll(
      async () => 'A' in (await harness.state(runId)).outputs,
      async () => 'A has not ended',
    )
    expect((await harness.state(runId)).open).toEqual([])
    expect(await harness.send(runId, { type: 'resume' })).toMatchObject({ ok: true })
    await harness.until(runId, 'COMPLETED')
    await rm(folder, { recursive: true })
  })

  it('refuses what it could not even repeat, and the run goes on', async () => {
    await harness.publish('Odd', [approval])
    const [runId, other] = [await harness.start('Odd'), await harness.start('Odd')]
    await harness.until(runId, 'WAITING_HUMAN_INPUT')
    await harness.until(other, 'WAITING_HUMAN_INPUT')
    const odd = { type: 'resume', step: 'Nobody\u0000', input: {} } as const
    expect(await harness.send(runId, odd)).toMatchObject({ refusal: { code: 'INVALID_INPUT' } })
    for (const each of [other, runId]) {
      expect(await harness.send(each, { type: 'resume', input: {} })).toMatchObject({ ok: true })
      await harness.until(each, 'COMPLETED')
    }
  })

  it('asks people by a title, words and a group that hold half of a surrogate pair', async () => {
    const half = '{{ input.half }}'
    await harness.publish('Halves', [{ ...approval, title: `For ${half}.`, instructions: half, groups: [half] }])
    const runId = await harness.start('Halves', { half: '\ud83d' })
    await harness.until(runId, 'WAITING_HUMAN_INPUT')
    const { rows } = await harness.pool.query('select title, groups from human_task where run_id = $1', [runId])
    expect(rows).toEqual([{ title: 'For \ufffd.', groups: ['\ufffd'] }])
    expect(await harness.send(runId, { type: 'resume', input: {} })).toMatchObject({ ok: true })
    await harness.until(runId, 'COMPLETED')
  })

  it('goes on when its connections are cut again and again', async () => {
    await harness.publish('Cut', [standard('A', 'slowly'), wait(0.05), approval, standard('B', 'add_one')])
    const runIds = await Promise.all(Array.from({ length: 20 }, () => harness.start('Cut', { ms: 40 })))
    const waiting = async () => {
      const { rows } = await harness.pool.query<{ count: number }>(
        `select count(*)::int as count from run_state where run_id = any($1) and status = 'WAITING_HUMAN_INPUT'`,
        [runIds],
      )
      return rows[0]?.count ?? 0
    }
    await poll(
      async () => {
        await harness.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and application_name like 'heddle%' and random() < 0.05`,
        )
        return (await waiting()) === runIds.length
      },
      async () => {
        const { rows } = await harness.pool.query(
          `select s.*, r.position, (select json_agg(m) from mailbox m where m.run_id = s.run_id) as mail,
                  (select json_agg(t) from timer t where t.run_id = s.run_id) as timers
             from run_state s left join ready r using (run_id)
            where run_id = any($1) and status <> 'WAITING_HUMAN_INPUT'`,
          [runIds],
        )
        return `${JSON.stringify(rows)}\n${harness.lines.join('\n')}`
      },
    )
    for (const runId of runIds)
      expect(await harness.send(runId, { type: 'resume', input: {} })).toMatchObject({ ok: true })
    for (const runId of runIds) await harness.until(runId, 'COMPLETED')
  })

  it('has broken no invariant', async () => {
    expect(await harness.violations()).toEqual([])
  })
})
