import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { appRouter } from '../../api/router.ts'
import { eventually, startTestApi, type TestApi } from '../../api/testing/test-api.ts'
import { presentSql } from '../../log/cursor.ts'
import { startTriggers } from '../firing/start-triggers.ts'
import { noteEndedRuns } from './note-ended-runs.ts'

let api: TestApi
let loops: { stop(): Promise<void> }[] = []
const log: string[] = []

const start = () => loops.push(startTriggers({ pool: api.services.stores.pool, log: (line) => log.push(line) }))
const query = async <Row extends object>(sql: string, values: readonly unknown[] = []) =>
  (await api.services.stores.pool.query<Row>(sql, [...values])).rows
const caller = () => appRouter.createCaller({ ...api.services, actor: localActor })

beforeAll(async () => {
  api = await startTestApi()
})
afterEach(async () => {
  await Promise.all(loops.map((loop) => loop.stop()))
  loops = []
  await query('delete from trigger')
  expect(log.splice(0)).toEqual([])
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const pass =
  'steps: [{ name: A, type: TRANSFORM, set: { doubled: "input.amount * 2" } }]\noutput: { doubled: "{{ state.doubled }}" }'
const plain = 'steps: [{ name: A, function: t.pass }]'

async function publish(name: string, rest: string, trigger?: string): Promise<string> {
  const triggers = trigger === undefined ? '' : `triggers: [${trigger}]\n`
  const published = await api.publish(`workflow_type: ${name}\n${triggers}${rest}\n`)
  expect(published.status, await published.clone().text()).toBeLessThan(300)
  const [row] = await query<{ id: string }>('select id from trigger where workflow = $1 and removed_at is null', [name])
  return row?.id ?? ''
}

const run = async (workflow: string, input: object = {}): Promise<string> => {
  const answer = await api.post(`/v1/workflows/run?name=${workflow}&wait=30000`, { input })
  return ((await answer.json()) as { run_id: string }).run_id
}

interface Fired {
  readonly state: string
  readonly reason: string | null
  readonly run_id: string | null
  readonly source_run_id: string | null
}
const firings = (id: string) =>
  query<Fired>(
    'select state, reason, run_id, source_run_id from trigger_firing where trigger_id = $1 order by planned_at, key',
    [id],
  )
const ended = (id: string, count: number) =>
  eventually(async () => {
    const rows = await firings(id)
    return rows.length >= count && rows.every(({ state }) => state !== 'waiting') ? rows : undefined
  })
const createdOf = async (runId: string | null | undefined) => {
  const [row] = await query<{ events: string }>('select events from run_log where run_id = $1 and seq = 1', [runId])
  return JSON.parse(row?.events ?? '[]')[0]?.payload
}

describe('a trigger at the end of a run', () => {
  it('starts one run per ended run, with two engines, from what the run gave', async () => {
    await publish('Source', pass)
    const input =
      '{ id: "{{ run.id }}", doubled: "{{ run.output.doubled }}", amount: "{{ run.input.amount }}", outcome: "{{ run.outcome }}" }'
    const id = await publish('Follows', plain, `{ type: run, workflow: Source, input: ${input} }`)
    start()
    start()
    const sources = await Promise.all([1, 2, 3].map((amount) => run('Source', { amount })))
    const rows = await ended(id, 3)
    expect(rows.map(({ state, source_run_id }) => [state, source_run_id]).toSorted()).toEqual(
      sources.map((runId) => ['started', runId]).toSorted(),
    )
    expect(await query(`select from run where workflow = 'Follows'`)).toHaveLength(3)
    const second = rows.find(({ source_run_id }) => source_run_id === sources[1])
    const created = await createdOf(second?.run_id)
    expect(created.input).toEqual({ id: sources[1], doubled: 4, amount: 2, outcome: 'completed' })
    expect(created.actor).toEqual({ id: 'heddle-triggers', name: 'End of a run' })
    const { items } = await caller().triggers.firings({ triggerId: id, limit: 10 })
    expect(items[0]).toMatchObject({ cause: 'run', sourceRunId: expect.any(String) })
    expect((await caller().triggers.list({ workflow: 'Follows' }))[0]).toMatchObject({ next: [], hookPath: null })
  })

  it('reads the same page again after a crash, and fires once', async () => {
    await publish('Again', pass)
    const id = await publish('OnAgain', plain, '{ type: run, workflow: Again }')
    const [{ xid } = { xid: '0' }] = await query<{ xid: string }>(`select ${presentSql}::text as xid`)
    await run('Again', { amount: 1 })
    const client = await api.services.stores.pool.connect()
    const cursor = { xid, runId: '00000000-0000-0000-0000-000000000000', seq: 0 }
    try {
      await eventually(async () => ((await noteEndedRuns(client, cursor)).noted > 0 ? true : undefined))
      expect((await noteEndedRuns(client, cursor)).noted).toBe(0)
    } finally {
      client.release()
    }
    start()
    await ended(id, 1)
    expect(await query(`select from run where workflow = 'OnAgain'`)).toHaveLength(1)
  })

  it('knows how the run has ended, and follows root runs alone', async () => {
    await publish('Breaks', 'steps: [{ name: A, function: t.fail }]')
    await publish('Calls', 'steps: [{ name: Down, type: SUB_WORKFLOW, sub_workflow_type: Breaks }]')
    await publish('Waits', 'steps: [{ name: Approval, type: HUMAN, title: Approve }]')
    const failed = await publish(
      'OnFailed',
      plain,
      '{ type: run, workflow: Breaks, outcome: failed, input: { why: "{{ run.error.message }}" } }',
    )
    const completed = await publish('OnCompleted', plain, '{ type: run, workflow: Breaks }')
    const any = await publish(
      'OnAny',
      plain,
      '{ type: run, workflow: Waits, outcome: any, input: { how: "{{ run.outcome }}" } }',
    )
    start()
    await run('Calls')
    const waiting = (await (await api.post('/v1/workflows/run?name=Waits', {})).json()) as { run_id: string }
    await caller().runs.cancel({ runId: waiting.run_id })
    const broken = await run('Breaks')
    const [fired, ...others] = await ended(failed, 1)
    expect([fired?.source_run_id, others]).toEqual([broken, []])
    expect((await createdOf(fired?.run_id)).input.why).toEqual(expect.any(String))
    const [cancelled] = await ended(any, 1)
    expect((await createdOf(cancelled?.run_id)).input).toEqual({ how: 'cancelled' })
    expect(await firings(completed)).toEqual([])
  })

  it('is paused, says when the input does not fit, and when the ended run is gone', async () => {
    await publish('Feeds', pass)
    const schema = 'input_schema: { type: object, required: [amount], properties: { amount: { type: number } } }\n'
    const id = await publish('Fed', schema + plain, '{ type: run, workflow: Feeds, input: { amount: "much" } }')
    await run('Feeds', { amount: 1 })
    start()
    expect((await ended(id, 1))[0]).toMatchObject({ state: 'failed', reason: expect.stringMatching(/does not match/) })
    await caller().triggers.pause({ id })
    await run('Feeds', { amount: 1 })
    await caller().triggers.resume({ id })
    const last = await run('Feeds', { amount: 1 })
    const rows = await ended(id, 2)
    expect(rows.map(({ source_run_id }) => source_run_id)).toEqual([expect.any(String), last])
    await caller().runs.remove({ runId: last })
    expect((await firings(id)).map(({ source_run_id }) => source_run_id)).toContain(last)
  })

  it('is refused after ten times in a chain that comes back to itself, and says so', async () => {
    await publish('Pong', plain, '{ type: run, workflow: Ping }')
    const id = await publish('Ping', plain, '{ type: run, workflow: Pong }')
    start()
    await run('Ping')
    const rows = await eventually(async () => {
      const all = await query<Fired>(`select state, reason from trigger_firing f where state <> 'waiting'`)
      return all.some(({ state }) => state === 'failed') ? all : undefined
    })
    expect(rows.filter(({ state }) => state === 'failed')).toEqual([
      { state: 'failed', reason: expect.stringMatching(/^This trigger has fired 10 times in a chain of runs/) },
    ])
    const counts = await query(
      `select t.workflow, count(*) filter (where f.state = 'started')::int as started
         from trigger_firing f join trigger t on t.id = f.trigger_id group by 1 order by 1`,
    )
    expect(counts).toEqual([
      { workflow: 'Ping', started: 10 },
      { workflow: 'Pong', started: 10 },
    ])
    const { items } = await caller().triggers.firings({ state: 'failed', limit: 10 })
    expect(items).toHaveLength(1)
    // A run that a person starts begins a chain of its own.
    await run('Pong')
    await eventually(async () =>
      (await firings(id)).filter(({ state }) => state === 'started').length > 10 ? true : undefined,
    )
  })
})
