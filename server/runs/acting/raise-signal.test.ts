import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { triggerService } from '#server/triggers/service.ts'
import { appRouter } from '../../api/router.ts'
import { eventually, startTestApi, type TestApi } from '../../api/testing/test-api.ts'
import { raiseSignal } from './raise-signal.ts'

let api: TestApi

const query = async <Row extends object>(sql: string, values: readonly unknown[] = []) =>
  (await api.services.stores.pool.query<Row>(sql, [...values])).rows
const caller = () => appRouter.createCaller({ ...api.services, actor: localActor })

beforeAll(async () => {
  api = await startTestApi()
})
afterEach(async () => {
  await query('delete from trigger')
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const waits =
  'steps: [{ name: Paid, type: SIGNAL, signal: order.paid }]\noutput: { amount: "{{ steps.Paid.output.amount }}" }'
const pass = 'steps: [{ name: A, function: t.pass }]'

async function publish(name: string, triggers: string, rest = pass): Promise<void> {
  const published = await api.publish(`workflow_type: ${name}\ntriggers: [${triggers}]\n${rest}\n`)
  expect(published.status, await published.clone().text()).toBeLessThan(300)
}

interface Fired {
  readonly workflow: string
  readonly trigger: string
  readonly state: string
  readonly run_id: string | null
  readonly reason: string | null
}

async function raise(signal_name: string, payload: unknown, key: string = randomUUID()): Promise<readonly Fired[]> {
  const answer = await api.post('/v1/signals', { signal_name, payload }, { 'idempotency-key': key })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return ((await answer.json()) as { triggers: readonly Fired[] }).triggers
}
const runsOf = (workflow: string) => query<{ id: string }>('select id from run where workflow = $1', [workflow])
const createdOf = async (runId: string | null | undefined) => {
  const [row] = await query<{ events: string }>('select events from run_log where run_id = $1 and seq = 1', [runId])
  return JSON.parse(row?.events ?? '[]')
}
const completed = (runId: string | null | undefined) =>
  eventually(async () => {
    const [row] = await query<{ status: string }>('select status from run_state where run_id = $1', [runId])
    return row?.status === 'COMPLETED' ? true : undefined
  })

describe('a signal', () => {
  it('starts a run that begins with it, as the service of the owner', async () => {
    await publish('Starts', '{ type: signal, name: placed, signal: order.placed, input: { id: "{{ payload.id }}" } }')
    const [fired, ...others] = await raise('order.placed', { id: 7 })
    expect(others).toEqual([])
    expect(fired).toMatchObject({ workflow: 'Starts', trigger: 'placed', state: 'started', reason: null })
    const [created, received] = await createdOf(fired?.run_id)
    expect(created.payload).toMatchObject({
      input: { id: 7 },
      actor: { id: triggerService.id, name: 'Signal placed' },
      trigger: { type: 'signal', name: 'placed' },
    })
    expect(received).toMatchObject({
      type: 'workflow.signal.received',
      payload: { signal: 'order.placed', data: { id: 7 }, actor: { id: 'local' } },
    })
    const { items } = await caller().triggers.firings({ limit: 10 })
    expect(items).toMatchObject([{ cause: 'signal', state: 'started', runId: fired?.run_id, askedBy: 'local' }])
  })

  it('goes to the live run with the same key; the next key, and the same one after its end, start a run', async () => {
    const trigger = (name: string) =>
      `{ type: signal, name: ${name}, signal: order.${name}, correlate: "{{ payload.id }}" }`
    await publish('Order', `${trigger('placed')}, ${trigger('paid')}`, waits)
    const [placed] = await raise('order.placed', { id: 'a' })
    const [other] = await raise('order.placed', { id: 'b' })
    expect(other?.run_id).not.toBe(placed?.run_id)
    const [paid] = await raise('order.paid', { id: 'a', amount: 12 })
    expect(paid).toMatchObject({ state: 'delivered', run_id: placed?.run_id })
    await completed(placed?.run_id)
    const [again] = await raise('order.placed', { id: 'a' })
    expect(again).toMatchObject({ state: 'started' })
    expect(await runsOf('Order')).toHaveLength(3)
    const { items } = await caller().triggers.firings({ state: 'delivered', limit: 10 })
    expect(items).toMatchObject([{ name: 'paid', runId: null, sourceRunId: placed?.run_id }])
  })

  it('is raised once for each key of its caller, and with the same payload alone', async () => {
    await publish('Once', '{ type: signal, signal: once }')
    await publish('Keyed', '{ type: signal, signal: once, correlate: "{{ payload.id }}" }', waits)
    const first = await raise('once', { id: 1 }, 'first')
    expect(await raise('once', { id: 1 }, 'first')).toEqual(first)
    expect([await runsOf('Once'), await runsOf('Keyed')].map(({ length }) => length)).toEqual([1, 1])
    const delivered = await raise('once', { id: 1 }, 'second')
    expect(delivered.map(({ state }) => state)).toEqual(['delivered', 'started'])
    expect(await raise('once', { id: 1 }, 'second')).toEqual(delivered)
    const other = await api.post('/v1/signals', { signal_name: 'once', payload: {} }, { 'idempotency-key': 'first' })
    expect(other.status).toBe(409)
    expect(await runsOf('Once')).toHaveLength(2)
  })

  it('of which twenty arrive at once with one key starts one run, and no signal is lost', async () => {
    await publish('Crowd', '{ type: signal, signal: crowd, correlate: "{{ payload.id }}" }', waits)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => raise('crowd', { id: 'x', index })))
    const states = answers.map(([fired]) => fired?.state)
    expect(states.filter((state) => state === 'started')).toHaveLength(1)
    expect(states.filter((state) => state === 'delivered')).toHaveLength(19)
    expect(await runsOf('Crowd')).toHaveLength(1)
  })

  it('refuses a reused key at the trigger that had it, where another one starts a run', async () => {
    await publish('Had', '{ type: signal, signal: part }')
    await raise('part', { id: 1 }, 'part')
    await publish('Newer', '{ type: signal, signal: part }')
    const fired = await raise('part', { id: 2 }, 'part')
    expect(fired).toMatchObject([
      { workflow: 'Had', state: 'failed', reason: expect.stringContaining('already used for a different request') },
      { workflow: 'Newer', state: 'started' },
    ])
    expect(await runsOf('Had')).toHaveLength(1)
  })

  it('goes to no run of another workflow, whatever the names and keys', async () => {
    await publish('Shop', '{ type: signal, signal: shared, correlate: "{{ payload.shop }}" }', waits)
    await publish('Shop/eu', '{ type: signal, signal: shared, correlate: "{{ payload.eu }}" }', waits)
    expect(await raise('shared', { shop: 'eu/1', eu: '1' })).toMatchObject([{ state: 'started' }, { state: 'started' }])
  })

  it('that the run has not taken yet is not delivered: the repeated call tells what became of it', async () => {
    await publish('Slow', '{ type: signal, signal: slow, correlate: "{{ payload.id }}" }', waits)
    await raise('slow', { id: 1 })
    const { stores } = api.services
    const engine = { ...stores.engine, sendCommand: async () => 'pending' as const }
    const signal = { name: 'slow', data: { id: 1 }, idempotencyKey: 'slow' }
    const [accepted] = await raiseSignal({ ...stores, engine }, localActor, signal, 'Idempotency-Key')
    const reason = 'The run has not taken the signal yet. Repeat the call with the same Idempotency-Key.'
    expect(accepted).toMatchObject({ state: 'failed', reason })
    const [delivered] = await raiseSignal(stores, localActor, signal, 'Idempotency-Key')
    expect(delivered).toMatchObject({ state: 'delivered', reason: null })
    const { items } = await caller().triggers.firings({ limit: 10 })
    expect(items.map(({ state }) => state).toSorted()).toEqual(['delivered', 'started'])
  })

  it('reads variables, and says why nothing was started', async () => {
    const schema = 'input_schema: { type: object, required: [amount] }\n'
    await publish('Region', '{ type: signal, signal: s, input: { region: "{{ vars.REGION }}" } }')
    await publish('Schema', '{ type: signal, signal: s }', schema + pass)
    await publish('Key', '{ type: signal, signal: s, correlate: "{{ payload.none }}" }')
    await publish('Long', '{ type: signal, signal: s, correlate: "{{ payload.list }}" }')
    const before = await raise('s', { list: [] })
    expect(before.map(({ workflow, reason }) => [workflow, reason])).toEqual([
      ['Key', expect.stringMatching(/^The key cannot be computed/)],
      ['Long', expect.stringMatching(/^The key must be a text/)],
      ['Region', expect.stringMatching(/^The input cannot be computed/)],
      ['Schema', expect.stringMatching(/does not match the workflow's schema/)],
    ])
    await caller().variables.save({ name: 'REGION', value: 'eu', description: '' })
    const region = (await raise('s', {})).find(({ workflow }) => workflow === 'Region')
    expect((await createdOf(region?.run_id))[0].payload.input).toEqual({ region: 'eu' })
    const [list] = (await raise('s', [1])).filter(({ workflow }) => workflow === 'Schema')
    expect(list?.reason).toMatch(/must be a JSON object/)
  })

  it('reaches no paused trigger, no archived workflow, no other owner, and only the workflows of a key', async () => {
    await publish('Mine', '{ type: signal, signal: wall }')
    await publish('Gone', '{ type: signal, signal: wall }')
    await caller().workflows.archive({ name: 'Gone', archived: true })
    const fired = async (actor = localActor) =>
      (await raiseSignal(api.services.stores, actor, { name: 'wall', data: {} }, 'key')).map(({ workflow }) => workflow)
    expect(await fired()).toEqual(['Mine'])
    expect(await fired({ ...localActor, ownerId: 'other' })).toEqual([])
    const key = { id: 'k', permissions: ['run.start', 'run.act'] as const, workflows: ['Other'] }
    expect(await fired({ ...localActor, key })).toEqual([])
    expect(await fired({ ...localActor, key: { ...key, workflows: ['Mine'] } })).toEqual(['Mine'])
    await expect(fired({ ...localActor, key: { ...key, permissions: ['run.start'] } })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    const [listed] = await caller().triggers.list({ workflow: 'Mine' })
    await caller().triggers.pause({ id: listed?.id ?? '' })
    expect(await fired()).toEqual([])
    expect(await raise('nobody.waits', {})).toEqual([])
  })
})
