import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#core/json.ts'
import { type Actor, localActor, localPerson } from '#server/access/actor.ts'
import { trendRanges } from '#server/overview/trend-range.ts'
import type { RunFilter } from '../../runs/list/run-filter.ts'
import { appRouter } from '../router.ts'
import { eventually, startTestApi, type TestApi } from '../testing/test-api.ts'

const foreign: Actor = { ...localPerson, id: 'eve', name: 'Eve', ownerId: 'eve', groups: [] }
const texts = [
  'workflow_type: Order\nsteps:\n  - name: Double\n    function: t.double\n',
  'workflow_type: Loan\nsteps:\n  - name: Ask\n    type: HUMAN\n    title: Well\n',
  'workflow_type: Parent\nsteps:\n  - name: Below\n    type: SUB_WORKFLOW\n    sub_workflow_type: Loan\n',
  'workflow_type: Broken\nsteps:\n  - name: Fail\n    function: t.fail\n',
  'workflow_type: Sometimes\nsteps:\n  - name: Fail\n    function: t.fail\n',
  'workflow_type: Mails\nsteps:\n  - name: Send\n    type: ASYNC\n    function: t.pass\n    queue: mails\n',
  'workflow_type: Payment\nsteps:\n  - name: Paid\n    type: SIGNAL\n    signal: paid\n',
]

let api: TestApi
let caller: ReturnType<typeof appRouter.createCaller>
const ids = new Map<string, string>()

/** A run by a name of the test's own. */
const id = (name: string): string => ids.get(name) ?? ''

async function start(name: string, workflow: string, status: string, more: JsonObject = {}): Promise<void> {
  const { runId } = await caller.runs.start({ workflow, input: { n: 1, ...more } })
  ids.set(name, runId)
  await eventually(async () => ((await caller.runs.get({ runId })).status === status ? true : undefined))
}

const sql = (text: string, ...names: string[]) => api.services.stores.pool.query(text, names.map(id))

beforeAll(async () => {
  api = await startTestApi({ index: true })
  caller = appRouter.createCaller({ ...api.services, actor: localActor })
  for (const text of texts) expect((await api.publish(text)).status).toBe(201)
  await start('order', 'Order', 'COMPLETED')
  await start('slow', 'Order', 'COMPLETED')
  await start('tried', 'Sometimes', 'FAILED')
  await start('broken', 'Broken', 'FAILED')
  await start('brokenAgain', 'Broken', 'FAILED')
  await start('deadly', 'Broken', 'FAILED')
  await start('fresh', 'Loan', 'WAITING_HUMAN_INPUT')
  await start('late', 'Loan', 'WAITING_HUMAN_INPUT')
  await start('overdue', 'Loan', 'WAITING_HUMAN_INPUT')
  await start('deep', 'Parent', 'WAITING_CHILD_HUMAN_INPUT')
  await start('unpaid', 'Payment', 'WAITING_HUMAN_INPUT')
  await start('paidSoon', 'Payment', 'WAITING_HUMAN_INPUT')
  await start('backingOff', 'Loan', 'WAITING_HUMAN_INPUT')
  // PostgreSQL reads no field of a JSON in which such a text stands.
  await start('stuck', 'Loan', 'WAITING_HUMAN_INPUT', {
    odd: 'zero \u0000, half \ud83d\ud83d, whole \u{1f600}, \\ud83d \\\ud83d',
  })
  await start('driven', 'Loan', 'WAITING_HUMAN_INPUT')
  await start('aside', 'Loan', 'WAITING_HUMAN_INPUT')
  await start('unclaimed', 'Mails', 'PENDING_ASYNC')
  await start('justOffered', 'Mails', 'PENDING_ASYNC')
  await eventually(async () => {
    const { items: failures } = await caller.runs.failures({})
    return failures.reduce((sum, { count }) => sum + count, 0) === 4 ? true : undefined
  })

  // What takes days happens at once.
  const since = (days: number) =>
    `jsonb_set(human_wait, '{oldest,since}', to_jsonb((extract(epoch from now() - interval '${days} days') * 1000)::bigint))`
  await sql(`update run_state set human_wait = ${since(3)} where run_id = $1`, 'unpaid')
  await sql(`update run_state set human_wait = ${since(3)} where run_id = $1`, 'late')
  await sql(
    `update run_state set human_wait = ${since(2)} where run_id in (select id from run where root_run_id = $1)`,
    'deep',
  )
  await sql(`update human_task set opened_at = now() - interval '3 days' where run_id = $1`, 'late')
  await sql(`update human_task set opened_at = now() - interval '2 days' where root_run_id = $1`, 'deep')
  await sql(`update human_task set due_at = now() - interval '1 hour' where run_id = $1`, 'overdue')
  await sql(
    `insert into timer (run_id, timer_id, due_at) values ($1, 'retry:Pay:1:3', now() + interval '1 day'), ($2, 'retry:Pay:1:2', now() + interval '1 day')`,
    'backingOff',
    'fresh',
  )
  await sql(`update async_task set offered_at = now() - interval '5 minutes' where run_id = $1`, 'unclaimed')
  await sql(`update run_state set error_code = 'STEP_QUARANTINED' where run_id = $1`, 'deadly')
  await sql(`update run set rerun_of = $1 where id = $2`, 'tried', 'order')
  await sql(`update run_state set phase = 'FAILED_UNSAFE_ACK' where run_id = $1`, 'brokenAgain')
  await sql(`insert into ready (run_id, owner_id, position) values ($1, 'local', 4000000000000000001)`, 'aside')
  await sql(`update run set created_at = now() - interval '1 hour' where id in ($1, $2)`, 'stuck', 'driven')
  await sql(`update run_state set status = 'ACTIVE', human_wait = null where run_id in ($1, $2)`, 'stuck', 'driven')
  await sql(`update run_log set at = now() - interval '11 minutes' where run_id in ($1, $2)`, 'stuck', 'driven')
  await sql(
    `update run_log set events = replace(events, '"drive":"auto"', '"drive":"manual"') where run_id = $1 and seq = 1`,
    'driven',
  )
  await sql(
    `update run_state set started_at = now() - interval '40 seconds', ended_at = now() where run_id = $1`,
    'slow',
  )
  await sql(`update run_state set started_at = ended_at - interval '1 second' where run_id = $1`, 'order')
  await sql(`update run_state set ended_at = now() - interval '30 hours' where run_id = $1`, 'brokenAgain')
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

async function found(filter: RunFilter): Promise<readonly string[]> {
  const names = new Map([...ids].map(([name, runId]) => [runId, name]))
  const { items } = await caller.runs.list({ ...filter, limit: 200 })
  expect(await caller.runs.count(filter)).toEqual({ count: items.length, more: false })
  return items.map(({ runId }) => names.get(runId) ?? runId).toSorted()
}

describe('what needs attention', () => {
  it('is named with the filter behind it, the most pressing first and the oldest of each', async () => {
    const { concerns } = await caller.overview.get()
    expect(concerns.map(({ trouble, queue, count, oldest }) => [trouble, queue, count, oldest.runId])).toEqual([
      ['failed', undefined, 2, expect.any(String)],
      ['no_worker', 'mails', 2, id('unclaimed')],
      ['quarantined', undefined, 2, expect.any(String)],
      ['stale', undefined, 1, id('stuck')],
      ['retrying', undefined, 1, id('backingOff')],
      ['waiting', undefined, 3, id('late')],
      ['signal', undefined, 1, id('unpaid')],
    ])
    for (const { trouble, queue, count } of concerns) {
      expect(await found({ trouble, rootsOnly: true, ...(queue !== undefined && { queue }) })).toHaveLength(count)
    }
  })

  it.each([
    [{ trouble: 'no_worker' }, ['justOffered', 'unclaimed']],
    [{ trouble: 'no_worker', queue: 'mails' }, ['justOffered', 'unclaimed']],
    [{ queue: 'mails' }, ['justOffered', 'unclaimed']],
    [{ trouble: 'no_worker', queue: 'other' }, []],
    [{ trouble: 'stale', queue: 'mails' }, []],
    [{ trouble: 'quarantined' }, ['aside', 'deadly']],
    [{ trouble: 'stale' }, ['stuck']],
    [{ trouble: 'retrying' }, ['backingOff']],
    // Of the order that waits deep below, the root alone.
    [{ trouble: 'waiting' }, ['deep', 'late', 'overdue']],
    [{ trouble: 'signal' }, ['unpaid']],
    // Neither what was acknowledged nor what another run does again.
    [{ trouble: 'failed' }, ['broken', 'deadly']],
    [
      { trouble: 'any', rootsOnly: true },
      [
        'aside',
        'backingOff',
        'broken',
        'deadly',
        'deep',
        'justOffered',
        'late',
        'overdue',
        'stuck',
        'unclaimed',
        'unpaid',
      ],
    ],
  ] as const satisfies readonly (readonly [RunFilter, readonly string[]])[])('%j finds %j', async (filter, names) => {
    expect(await found(filter)).toEqual(names)
  })

  it('counts and shows what failed by that same filter', async () => {
    const { failed, needsAttention } = await caller.overview.get()
    expect(failed).toEqual({ count: 2, more: false })
    expect(needsAttention.map(({ runId }) => runId).toSorted()).toEqual([id('broken'), id('deadly')].toSorted())
  })

  it('is found over REST by the same words', async () => {
    const response = await api.fetch('/v1/workflow-runs?trouble=no_worker&queue=mails')
    const { items } = (await response.json()) as { items: readonly { run_id: string }[] }
    expect(items.map(({ run_id }) => run_id).toSorted()).toEqual([id('justOffered'), id('unclaimed')].toSorted())
    expect((await api.fetch('/v1/workflow-runs?trouble=ennui')).status).toBe(400)
  })

  it('is none while a worker that serves the queue is busy for a moment, and told as what it is when that takes long', async () => {
    const noWorker = async () => {
      const { concerns } = await caller.overview.get()
      return concerns.filter(({ trouble }) => trouble === 'no_worker')
    }
    const worker = (name: string, queues: string, lives: string) =>
      api.services.stores.pool.query(
        `insert into worker (id, queues, expires_at) values ($1, $2, now() + $3::interval)`,
        [name, queues, lives],
      )
    await worker('gone', '{mails}', '-1 second')
    await worker('other', '{gpu}', '1 hour')
    expect(await noWorker()).toMatchObject([{ queue: 'mails', workers: 0, count: 2 }])
    await worker('busy', '{gpu,mails}', '1 hour')
    expect(await noWorker()).toEqual([])
    expect(await found({ trouble: 'no_worker' })).toEqual([])
    await sql(`update async_task set offered_at = now() - interval '11 minutes' where run_id = $1`, 'unclaimed')
    expect(await noWorker()).toMatchObject([
      { queue: 'mails', workers: 1, count: 1, oldest: { runId: id('unclaimed') } },
    ])
    expect(await found({ trouble: 'no_worker', queue: 'mails' })).toEqual(['unclaimed'])
    await api.services.stores.pool.query('delete from worker')
  })

  it('of somebody else is not told', async () => {
    const eve = appRouter.createCaller({ ...api.services, actor: foreign })
    expect((await eve.overview.get()).concerns).toEqual([])
    expect(await eve.overview.trends({ range: '30d' })).toMatchObject({
      total: { completed: 0, failed: 0 },
      failing: [],
    })
  })
})

describe('every number by status', () => {
  it('is what the list of that status shows', async () => {
    const { byStatus } = await caller.overview.get()
    for (const [status, count] of Object.entries(byStatus))
      expect(await found({ status: [status], rootsOnly: true })).toHaveLength(count)
  })
})

describe('the trends', () => {
  it.each(Object.entries(trendRanges))(
    'of %s have their steps without a gap, to the end of the present one',
    async (range, { steps, stepMs }) => {
      const asked = Date.now()
      const { buckets, from, to, total } = await caller.overview.trends({ range: range as keyof typeof trendRanges })
      expect(buckets.map(({ at }) => Date.parse(at))).toEqual(
        Array.from({ length: steps }, (_, index) => Date.parse(from) + index * stepMs),
      )
      expect(Date.parse(to)).toBe(Date.parse(from) + steps * stepMs)
      expect(Date.parse(to)).toBeGreaterThan(asked - 1_000)
      expect(buckets.reduce((sum, { completed }) => sum + completed, 0)).toBe(total.completed)
    },
  )

  it('count what the list of their span shows, and nothing of tests', async () => {
    const plan = { mode: 'whole' as const, pins: {} }
    const { runId } = await caller.runs.test({ workflow: 'Order', text: texts[0] ?? '', plan, input: { n: 1 } })
    await eventually(async () => ((await caller.runs.get({ runId })).status === 'COMPLETED' ? true : undefined))
    const { buckets, stepMs, total, from, to } = await caller.overview.trends({ range: '7d' })
    expect(total).toMatchObject({ completed: 2, failed: 4, stopped: 0 })
    for (const { at, completed, failed } of buckets) {
      const span = { endedFrom: at, endedTo: new Date(Date.parse(at) + stepMs).toISOString() }
      expect((await caller.runs.count({ ...span, status: ['COMPLETED'] })).count).toBe(completed)
      expect((await caller.runs.count({ ...span, status: ['FAILED'] })).count).toBe(failed)
    }
    expect(await found({ endedFrom: from, endedTo: to, status: ['COMPLETED'] })).toEqual(['order', 'slow'])
  })

  it('say how long completed runs took', async () => {
    const { total } = await caller.overview.trends({ range: '24h' })
    expect(total.p50).toBeCloseTo(20_500, -2)
    expect(total.p99).toBeGreaterThan(total.p95 ?? 0)
    expect(total.p99).toBeLessThanOrEqual(40_100)
  })

  it('name the workflows that fail, how they did before, and their most frequent cause', async () => {
    const { failing, from, to } = await caller.overview.trends({ range: '24h' })
    expect(failing).toEqual([
      {
        workflow: 'Broken',
        failed: 2,
        ended: 2,
        failedBefore: 1,
        endedBefore: 1,
        cause: { fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/), shape: 'broken on purpose', count: 2 },
      },
      expect.objectContaining({ workflow: 'Sometimes', failed: 1, ended: 1, failedBefore: 0, endedBefore: 0 }),
    ])
    const [broken] = failing
    const span = { endedFrom: from, endedTo: to }
    expect(await found({ ...span, workflow: 'Broken', status: ['FAILED'] })).toEqual(['broken', 'deadly'])
    expect(await found({ ...span, fingerprint: broken?.cause?.fingerprint })).toEqual(['broken', 'deadly'])
  })

  it('of a range that there is not are refused', async () => {
    await expect(caller.overview.trends({ range: '1000y' as '1h' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})
