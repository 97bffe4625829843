import { randomUUID } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import type { Command } from '#core/run/command.ts'
import { createHarness, type Harness, poll, standard } from '../testing/harness.ts'

const asks: Step = { name: 'Ask', type: 'HUMAN', title: 'May I?', groups: ['all'] }
const MANY = 100
const many = <Result>(make: (n: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: MANY }, (_, n) => make(n)))

describe('messages that come twice, at once, in the wrong order or too late', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await createHarness()
    await harness.engine()
    await harness.publish('Asks', [asks, standard('After', 'add_one')])
    await harness.publish('Asks late', [standard('Before', 'await_file'), asks])
    await harness.publish('Waits', [
      { name: 'Wait', type: 'WAIT', duration_seconds: 0.3 },
      standard('After', 'add_one'),
    ])
    await harness.publish('Parent', [
      { name: 'Spawn', type: 'SUB_WORKFLOW', sub_workflow_type: 'Asks', input: { n: 1 } },
      standard('After', 'add_one'),
    ])
  })
  afterAll(() => harness.close())

  const asking = async (): Promise<string> => {
    const runId = await harness.start('Asks')
    await harness.until(runId, 'WAITING_HUMAN_INPUT')
    return runId
  }
  const eventsOf = async (runId: string, type: string) =>
    (await harness.history(runId)).filter((event) => event.type === type)
  /** A message between engine parts, posted once more than it ought to be. */
  const post = async (runId: string, command: Command, times: number) => {
    await harness.pool.query(
      `with posted as (insert into mailbox (run_id, command) select $1, $2 from generate_series(1, $3) returning id),
            woken as (update run_state set mail_seq = mail_seq + $3 where run_id = $1 returning run_id, owner_id, engine_id)
       insert into ready (run_id, owner_id, position) select run_id, owner_id, 0 from woken where engine_id is null
       on conflict do nothing`,
      [runId, JSON.stringify(command), times],
    )
  }
  const untilRead = (runId: string) =>
    poll(
      async () => {
        const { rows } = await harness.pool.query(
          `select from mailbox where run_id = $1 and handled_at is null
           union all select from run_state where run_id = $1 and engine_id is not null`,
          [runId],
        )
        return rows.length === 0
      },
      async () => harness.lines.join('\n'),
    )

  it('does one command once that is sent a hundred times at once, and gives the same answer to each', async () => {
    const runId = await asking()
    const operationId = randomUUID()
    const replies = await many(() => harness.send(runId, { type: 'resume', input: { n: 1 } }, operationId))
    expect(replies[0]).toMatchObject({ ok: true })
    for (const reply of replies) expect(reply).toEqual(replies[0])
    expect((await harness.until(runId, 'COMPLETED')).data).toMatchObject({ n: 2 })
    expect(await eventsOf(runId, 'workflow.human_task.decided')).toHaveLength(1)
  })

  it('accepts one of a hundred decisions at once, and tells each other one that it came too late', async () => {
    const runId = await asking()
    const replies = await many((n) => harness.send(runId, { type: 'resume', input: { n } }))
    const refusals = replies.flatMap((reply) => (reply !== 'pending' && 'refusal' in reply ? [reply.refusal] : []))
    expect(replies.filter((reply) => reply !== 'pending' && 'ok' in reply)).toHaveLength(1)
    expect(refusals).toHaveLength(MANY - 1)
    for (const { code } of refusals) expect(['INVALID_TRANSITION', 'NO_SUCH_WAIT']).toContain(code)
    await harness.until(runId, 'COMPLETED')
  })

  it('refuses a decision before the wait exists, keeps nothing of it, and takes the one that comes in time', async () => {
    const until = join(await mkdtemp(join(tmpdir(), 'heddle-test-')), 'until')
    const runId = await harness.start('Asks late', { until })
    await poll(
      async () => (await harness.state(runId)).open.includes('Before'),
      async () => 'Before was not started',
    )
    expect(await harness.send(runId, { type: 'resume', input: { early: true } })).toMatchObject({
      refusal: { code: expect.stringMatching(/INVALID_TRANSITION|NO_SUCH_WAIT/) },
    })
    await writeFile(until, '')
    await harness.until(runId, 'WAITING_HUMAN_INPUT')
    expect(await harness.send(runId, { type: 'resume', input: { inTime: true } })).toMatchObject({ ok: true })
    const { data } = await harness.until(runId, 'COMPLETED')
    expect(data).toMatchObject({ inTime: true })
    expect(data).not.toHaveProperty('early')
  })

  it('counts the outcome of a child once, however often and late it is told', async () => {
    const runId = await harness.start('Parent')
    await harness.until(runId, 'WAITING_CHILD_HUMAN_INPUT')
    const { rows } = await harness.pool.query<{ id: string }>('select id from run where parent_run_id = $1', [runId])
    const childId = rows[0]?.id ?? ''
    const outcome = { type: 'child_ended', child_run_id: childId, status: 'COMPLETED', state: { n: 2 } } as const
    await harness.send(childId, { type: 'resume', input: {} })
    await post(runId, outcome, 20)
    expect((await harness.until(runId, 'COMPLETED')).data).toMatchObject({
      sub_workflow_results: { Asks: { n: 2 } },
      n: 1,
    })
    const before = await harness.history(runId)
    await post(runId, outcome, 20)
    await untilRead(runId)
    expect(await harness.history(runId)).toEqual(before)
    expect(await eventsOf(runId, 'workflow.child.ended')).toHaveLength(1)
  })

  it('fires a timer once, however often and late it is told', async () => {
    const runId = await harness.start('Waits')
    await harness.until(runId, 'PENDING_ASYNC')
    const [set] = await eventsOf(runId, 'workflow.timer.set')
    const timerId = set?.type === 'workflow.timer.set' ? set.payload.timer_id : ''
    await harness.until(runId, 'COMPLETED')
    const before = await harness.history(runId)
    await post(runId, { type: 'timer_fired', timer_id: timerId }, 20)
    await untilRead(runId)
    expect(await harness.history(runId)).toEqual(before)
    expect(await eventsOf(runId, 'workflow.timer.fired')).toHaveLength(1)
  })

  it('refuses every verb after the end, each with its code, and changes nothing', async () => {
    const runId = await asking()
    await harness.send(runId, { type: 'resume', input: { n: 1 } })
    await harness.until(runId, 'COMPLETED')
    const before = await harness.history(runId)
    const verbs = [
      { type: 'cancel' },
      { type: 'resume', input: {} },
      { type: 'retry' },
      { type: 'next_step', user_input: {} },
      { type: 'pause' },
    ] as const
    const replies = await many((n) => harness.send(runId, verbs[n % verbs.length] ?? { type: 'cancel' }))
    for (const reply of replies) expect(reply).toMatchObject({ refusal: { code: expect.stringMatching(/^[A-Z_]+$/) } })
    expect(await harness.history(runId)).toEqual(before)
  })

  it('drops the result of an attempt that comes once more', async () => {
    const runId = await asking()
    await harness.send(runId, { type: 'resume', input: { n: 1 } })
    await harness.until(runId, 'COMPLETED')
    const before = await harness.history(runId)
    const outcome = { kind: 'completed', output: { n: 99 } } as const
    await post(runId, { type: 'attempt_ended', step: 'After', iteration: 1, attempt: 1, outcome }, 20)
    await untilRead(runId)
    expect(await harness.history(runId)).toEqual(before)
  })

  it('starts one run for a hundred requests at once with one key', async () => {
    const request = {
      ownerId: 'local',
      dataRegion: 'local',
      actor: { id: 'local', name: 'You' },
      workflow: 'Asks',
      input: {},
      idempotencyKey: randomUUID(),
    }
    const results = await many(() => harness.client.starter.start(request))
    const started = results.flatMap((result) => (result.ok ? [result] : []))
    expect(started).toHaveLength(MANY)
    expect(new Set(started.map(({ runId }) => runId)).size).toBe(1)
    expect(started.filter(({ created }) => created)).toHaveLength(1)
    const { rows } = await harness.pool.query('select id from run where idempotency_key = $1', [request.idempotencyKey])
    expect(rows).toHaveLength(1)
    await harness.until(started[0]?.runId ?? '', 'WAITING_HUMAN_INPUT')
  })

  it('has broken no invariant by all that', async () => {
    await poll(
      async () => (await harness.violations()).length === 0,
      async () => JSON.stringify(await harness.violations()),
    )
  })
})
