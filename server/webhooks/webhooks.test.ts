import { execFileSync, spawnSync } from 'node:child_process'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Actor, localActor } from '#server/access/actor.ts'
import type { KeyRing } from '#server/secrets/key-ring.ts'
import { appRouter } from '../api/router.ts'
import { startTestApi, type TestApi } from '../api/testing/test-api.ts'
import { disableWebhook, dropUnwanted } from './delivery/keep-lanes.ts'
import { claimLanes } from './delivery/lanes.ts'
import { startWebhooks } from './delivery/start-webhooks.ts'
import { signatureHeaders, signingKeys } from './sign.ts'
import { firstArrivals } from './testing/arrivals.ts'
import { errorOf } from './testing/error-of.ts'
import { type Received, type Sink, startSink } from './testing/sink.ts'
import { webhookLimits } from './webhook-limits.ts'

let api: TestApi
let sink: Sink
let dispatcher: { stop(): Promise<void> }
const log: string[] = []

const start = (ring: KeyRing = api.services.keyRing) =>
  startWebhooks({
    pool: api.services.stores.pool,
    ring,
    allow: [sink.host],
    onDelivery: () => undefined,
    log: (line) => log.push(line),
    timing: { lookEveryMs: 10, retryMs: [5] },
  })

beforeAll(async () => {
  sink = await startSink()
  api = await startTestApi({ httpAllow: [sink.host] })
  for (const text of workflows) expect((await api.publish(text)).status).toBe(201)
  dispatcher = start()
})
beforeEach(() => {
  sink.answer = () => 200
  sink.received.length = 0
  log.length = 0
})
afterEach(async () => {
  for (const { id } of (await (await call('GET')).json()).items) await call('DELETE', `/${id}`)
  await idle()
})
afterAll(async () => {
  await dispatcher.stop()
  await sink.close()
  await api.stop()
  expect(api.errors).toEqual([])
})

const workflows = [
  `workflow_type: Line
steps: [{ name: A, function: t.pass }, { name: B, function: t.pass }, { name: C, function: t.pass }]
`,
  `workflow_type: Careful
envelope: { validate: [{ check: "true", message: Never }] }
steps: [{ name: A, function: t.pass }]
`,
  `workflow_type: Ask
steps: [{ name: Approval, type: HUMAN, title: Approve }]
`,
]

const base = '/v1/organizations/local/webhooks'
const call = (method: string, path = '', body?: object) =>
  api.fetch(base + path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
const create = async (body: object) => {
  const response = await call('POST', '', { url: sink.url(), ...body })
  expect(response.status).toBe(201)
  return (await response.json()) as { id: string; secret: string }
}
const run = async (name: string, body: object = {}) => {
  const response = await api.post(`/v1/workflows/run?name=${name}&wait=30000`, body)
  return ((await response.json()) as { run_id: string }).run_id
}
const kinds = (received: readonly Received[]) =>
  received.map(({ body }) => JSON.parse(body).kind.replace('workflow.', ''))
const deliveries = async (id: string, query = '') =>
  (await (await call('GET', `/${id}/deliveries${query}`)).json()).items as readonly Record<string, unknown>[]
/** The dispatcher looks at the log at longer intervals while there is no webhook. */
const idle = () => expect.poll(async () => (await (await call('GET')).json()).items).toEqual([])
/** From here on the dispatcher reads the log: it has noticed the webhook. */
const noticed = async (id: string) => {
  await call('POST', `/${id}/test`)
  sink.received.length = 0
}
describe('a webhook', () => {
  it('gets the domain events of a run in order, byte for byte those of the stream (public run 2)', async () => {
    const { id } = await create({})
    await noticed(id)
    const runId = await run('Line', { state: { order: 7 } })
    await expect.poll(() => kinds(sink.received).at(-1)).toBe('run.completed')
    const stream = await (await api.fetch(`/v1/workflow-runs/${runId}/events`)).text()
    const data = [...stream.matchAll(/^data: (.*)$/gm)].map(([, line]) => line)
    expect(sink.received.map(({ body }) => body)).toEqual(data)
    for (const { headers, body } of sink.received) {
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'user-agent': 'Heddle-Webhooks',
        'x-fabric-event': JSON.parse(body).kind,
        'x-fabric-delivery': headers['webhook-id'],
      })
    }
    await expect.poll(() => deliveries(id, `?run_id=${runId}&state=delivered`)).toHaveLength(data.length)
    const shown = await deliveries(id, `?run_id=${runId}`)
    expect(shown.map(({ kind }) => kind).reverse()).toEqual(sink.received.map(({ body }) => JSON.parse(body).kind))
  })

  it('is told which variant an event belongs to (public run 2)', async () => {
    const { id } = await create({ event_filter: ['workflow.run.completed'] })
    await noticed(id)
    const answer = await api.post('/v1/workflows/run?name=Line&wait=30000', { variants: 3 })
    const { run_id: root, outputs } = (await answer.json()) as { run_id: string; outputs: { run_id: string }[] }
    await expect.poll(() => sink.received.length).toBe(4)
    const told = new Map(sink.received.map(({ body }) => [JSON.parse(body).run_id, JSON.parse(body).variant_index]))
    expect([root, ...outputs.map(({ run_id }) => run_id)].map((run) => told.get(run))).toEqual([0, 0, 1, 2])
    const [shown] = await deliveries(id, `?run_id=${outputs[2]?.run_id}`)
    const { body } = await (await call('GET', `/deliveries/${shown?.id}`)).json()
    expect(JSON.parse(body).variant_index).toBe(2)
  })

  it.each([
    ['has the event', 'delivered', 8],
    ['is given up', 'failed', 5],
  ])('envelope 13: holds the automatic acknowledgement back until it %s', async (_, state, max_retries) => {
    const { id } = await create({ event_filter: ['workflow.run.completed'], max_retries })
    await noticed(id)
    sink.answer = () => (state === 'delivered' && sink.received.length > 5 ? 200 : 500)
    const runId = await run('Careful')
    const { pool } = api.services.stores
    const phase = async () =>
      (await pool.query('select phase from run_state where run_id = $1', [runId])).rows[0]?.phase
    await expect.poll(phase).toBe('COMPLETED_ACK')
    const { rows } = await pool.query(
      `select state, attempts, ended_at <= (
                select to_timestamp((e ->> 'at')::float8 / 1000) from run_log l cross join lateral json_array_elements(l.events::json) e
                 where l.run_id = d.run_id and e ->> 'type' = 'workflow.run.acknowledged') as before
         from webhook_delivery d where run_id = $1`,
      [runId],
    )
    expect(rows).toEqual([{ state, attempts: 6, before: true }])
  })

  it('gets the kinds of its filter alone, and also tasks of people', async () => {
    const runs = await create({ event_filter: ['workflow.run.*', 'workflow.human_task.opened'] })
    await noticed(runs.id)
    await run('Line')
    const asked = await api.post('/v1/workflows/run?name=Ask', {})
    expect(asked.status).toBe(201)
    await expect.poll(() => kinds(sink.received)).toContain('human_task.opened')
    await expect.poll(() => kinds(sink.received)).toContain('run.completed')
    expect(kinds(sink.received).filter((kind) => kind.startsWith('node.'))).toEqual([])
  })

  it('is called again with the same delivery id until it answers 2xx; its signatures verify (public run 9)', async () => {
    const { id, secret } = await create({ event_filter: ['workflow.run.completed'] })
    await noticed(id)
    const statuses = [500, 302, 200]
    sink.answer = () => statuses.shift() ?? 200
    const runId = await run('Line')
    await expect.poll(() => deliveries(id, `?run_id=${runId}&state=delivered`)).toHaveLength(1)
    expect(sink.received).toHaveLength(3)
    const [first, , last] = sink.received as [Received, Received, Received]
    expect(new Set(sink.received.map(({ headers }) => headers['x-fabric-delivery'])).size).toBe(1)
    expect((await deliveries(id, `?run_id=${runId}`))[0]).toMatchObject({ attempts: 3, status_code: 200, error: null })
    const standard = new StandardWebhook(secret)
    const headers = last.headers as Record<string, string>
    expect(standard.verify(last.body, headers)).toMatchObject({ kind: 'workflow.run.completed' })
    expect(() => standard.verify(last.body.replace('completed', 'failed'), headers)).toThrow()
    const other = `whsec_${Buffer.alloc(32).toString('base64')}`
    expect(() => new StandardWebhook(other).verify(last.body, headers)).toThrow()
    const [, seconds, hex] = /^t=(\d+),v1=([\da-f]{64})$/.exec(headers['x-fabric-signature'] ?? '') ?? []
    expect(Math.abs(Number(seconds) - Date.now() / 1_000)).toBeLessThan(60)
    const late = signatureHeaders(
      { id: headers['webhook-id'] ?? '', seconds: Math.floor(Date.now() / 1_000) - 301, body: last.body },
      [signingKeys(secret)],
    )
    expect(() => standard.verify(last.body, late)).toThrow('too old')
    expect(first.body).toBe(last.body)
    if (spawnSync('openssl', ['version']).status === 0) {
      const args = ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `key:${secret}`, '-r']
      expect(execFileSync('openssl', args, { input: `${seconds}.${last.body}` }).toString()).toContain(hex)
    }
  })

  it('is signed with both secrets after a rotation (public run 9; access 11)', async () => {
    const { id, secret } = await create({})
    const rotated = await call('POST', `/${id}/rotate`)
    const body = (await rotated.json()) as { secret: string; rotating_until: string }
    expect(body.secret).not.toBe(secret)
    expect(Date.parse(body.rotating_until)).toBeGreaterThan(Date.now() + webhookLimits.rotationMs / 2)
    const test = await call('POST', `/${id}/test`)
    expect(await test.json()).toMatchObject({ kind: 'webhook.test', state: 'delivered', status_code: 200 })
    const [received] = sink.received as [Received]
    const headers = received.headers as Record<string, string>
    for (const each of [secret, body.secret]) {
      expect(new StandardWebhook(each).verify(received.body, headers)).toMatchObject({ kind: 'webhook.test' })
    }
    expect(headers['x-fabric-signature']?.match(/v1=/g)).toHaveLength(2)
  })

  it('gives up after its retries, goes on with the next event, and sends again when asked', async () => {
    const { id } = await create({ event_filter: ['workflow.run.*'], max_retries: 1 })
    await noticed(id)
    sink.answer = ({ body }) => (JSON.parse(body).kind === 'workflow.run.queued' ? 503 : 200)
    await run('Line')
    await expect.poll(() => kinds(sink.received)).toContain('run.completed')
    expect(kinds(sink.received)).toEqual([
      'run.created',
      'run.queued',
      'run.queued',
      'run.promoted',
      'run.started',
      'run.completed',
    ])
    const failed = await deliveries(id, '?state=failed')
    expect(failed).toMatchObject([{ kind: 'workflow.run.queued', attempts: 2, status_code: 503 }])
    sink.answer = () => 200
    const again = await call('POST', `/deliveries/${failed[0]?.id}/redeliver`)
    expect(again.status).toBe(202)
    await expect.poll(() => kinds(sink.received).filter((kind) => kind === 'run.queued')).toHaveLength(3)
    await expect.poll(() => deliveries(id, '?state=failed')).toEqual([])
    const shown = await call('GET', `/deliveries/${failed[0]?.id}`)
    expect(await shown.json()).toMatchObject({ state: 'delivered', body: sink.received.at(-1)?.body })
  })

  it('holds back only the run whose delivery fails', async () => {
    const { id } = await create({ event_filter: ['workflow.run.*'] })
    await noticed(id)
    let stuck = ''
    // Events that arrive before the answer of the start are of that run, too.
    sink.answer = ({ body }) => (stuck === '' || JSON.parse(body).run_id === stuck ? 500 : 200)
    stuck = ((await (await api.post('/v1/workflows/run?name=Ask', {})).json()) as { run_id: string }).run_id
    const free = await run('Line')
    const of = (runId: string) => kinds(sink.received.filter(({ body }) => body.includes(runId)))
    await expect.poll(() => of(free).at(-1)).toBe('run.completed')
    expect(new Set(of(stuck)).size).toBeLessThan(2)
    sink.answer = () => 200
    await expect.poll(() => of(stuck).at(-1)).toBe('run.waiting')
    const firsts = [...new Set(of(stuck))]
    expect(firsts).toEqual(['run.created', 'run.queued', 'run.promoted', 'run.started', 'run.waiting'])
  })

  it('gets all events of each run in order from two dispatchers, while it fails at random (public run 10)', async () => {
    const { id } = await create({ max_retries: 20 })
    await noticed(id)
    const second = start()
    let calls = 0
    sink.answer = () => {
      calls += 1
      return calls % 3 === 0 ? 503 : 200
    }
    const runs = await Promise.all(Array.from({ length: 12 }, () => run('Line')))
    const arrived = () => runs.map((runId) => firstArrivals(sink.received, runId))
    await expect.poll(() => arrived().every(({ kinds: all }) => all.at(-1) === 'workflow.run.completed')).toBe(true)
    await expect.poll(() => deliveries(id, '?state=waiting')).toEqual([])
    await second.stop()
    const stream = await (await api.fetch(`/v1/workflow-runs/${runs[0]}/events`)).text()
    const expected = [...stream.matchAll(/^event: (.*)$/gm)].map(([, kind]) => kind)
    for (const { kinds: all, ids } of arrived()) expect([all, ids]).toEqual([expected, expected.length])
  })

  it('is turned off by 410, and by days of failures alone', async () => {
    const gone = await create({})
    await noticed(gone.id)
    sink.answer = () => 410
    await run('Line')
    const shown = async (id: string) => (await (await call('GET', `/${id}`)).json()) as Record<string, unknown>
    await expect.poll(async () => (await shown(gone.id)).active).toBe(false)
    expect(await shown(gone.id)).toMatchObject({ disabled_reason: expect.stringContaining('410') })
    // Events that were being noted meanwhile are dropped by the next look.
    await expect.poll(async () => (await shown(gone.id)).waiting).toBe(0)
    await expect.poll(() => deliveries(gone.id, '?state=waiting')).toEqual([])
    expect(await errorOf(await call('POST', `/deliveries/${(await deliveries(gone.id))[0]?.id}/redeliver`))).toEqual([
      409,
      'CONFLICT',
      'id',
    ])
    sink.answer = () => 500
    const failing = await create({})
    await noticed(failing.id)
    await run('Line')
    await expect.poll(async () => (await shown(failing.id)).failing_since).not.toBeNull()
    await api.services.stores.pool.query(`update webhook set failing_since = now() - interval '4 days' where id = $1`, [
      failing.id,
    ])
    await expect.poll(async () => (await shown(failing.id)).disabled_reason).toContain('3 days')
    const on = await call('PATCH', `/${failing.id}`, { active: true })
    expect(await on.json()).toMatchObject({ active: true, disabled_reason: null, failing_since: null })
  })

  it('is told of on the overview after Heddle turned it off, until a person has decided (public run 10)', async () => {
    const { pool } = api.services.stores
    const stopped = async (actor: Actor) =>
      (await appRouter.createCaller({ ...api.services, actor }).overview.get()).stoppedWebhooks
    const { id } = await create({})
    expect(await stopped(localActor)).toEqual([])
    const turnOff = () => disableWebhook(pool, id, 'Every delivery has failed for 3 days.')
    await turnOff()
    const told = [{ id, url: sink.url(), reason: 'Every delivery has failed for 3 days.' }]
    expect(await stopped(localActor)).toEqual(told)
    const others: Partial<Actor>[] = [{ roles: ['manager'] }, { ownerId: 'eve' }]
    for (const other of others) expect(await stopped({ ...localActor, ...other })).toEqual([])
    expect((await call('PATCH', `/${id}`, { max_retries: 1 })).status).toBe(200)
    expect(await stopped(localActor)).toEqual(told)
    for (const active of [true, false]) {
      await turnOff()
      expect((await call('PATCH', `/${id}`, { active })).status).toBe(200)
      expect(await stopped(localActor)).toEqual([])
    }
  })

  it('is turned off while events are being noted, which are dropped then (public run 10)', async () => {
    const { pool } = api.services.stores
    const { id } = await create({})
    const client = await pool.connect()
    const noting = (sql: string) => client.query(sql, [id])
    await client.query('begin')
    await noting(
      `insert into webhook_delivery (id, owner_id, webhook_id, lane, run_id, seq, kind)
       values (gen_random_uuid(), 'local', $1, $1, $1, 1, 'workflow.run.created')`,
    )
    expect((await call('PATCH', `/${id}`, { active: false })).status).toBe(200)
    await noting(
      `insert into webhook_lane (webhook_id, lane, owner_id, pending, next_at) values ($1, $1, 'local', 1, now())`,
    )
    await client.query('commit')
    client.release()
    expect(await claimLanes(pool, 1, new Map())).toEqual([])
    await dropUnwanted(pool)
    expect(await deliveries(id)).toMatchObject([{ state: 'dropped', attempts: 0 }])
  })

  it('is turned off while a lane gets one more event, which is dropped with the others (public run 10)', async () => {
    const { pool } = api.services.stores
    const { id } = await create({})
    const note = (seq: number) => `insert into webhook_delivery (id, owner_id, webhook_id, lane, run_id, seq, kind)
      values (gen_random_uuid(), 'local', $1, $1, $1, ${seq}, 'workflow.run.created')`
    await pool.query(note(1), [id])
    await pool.query(
      `insert into webhook_lane (webhook_id, lane, owner_id, pending, next_at)
       values ($1, $1, 'local', 1, now() + interval '1 day')`,
      [id],
    )
    const client = await pool.connect()
    await client.query('begin')
    await client.query('update webhook_lane set pending = pending + 1 where webhook_id = $1', [id])
    await client.query(note(2), [id])
    const off = call('PATCH', `/${id}`, { active: false })
    const blocked = `select from pg_locks where not granted`
    await expect.poll(async () => (await pool.query(blocked)).rowCount).toBeGreaterThan(0)
    await client.query('commit')
    client.release()
    expect((await off).status).toBe(200)
    expect((await deliveries(id)).map(({ state }) => state)).toEqual(['dropped', 'dropped'])
  })

  it('has no failed attempts where a fault of Heddle keeps its secret from it (public run 10)', async () => {
    const { pool } = api.services.stores
    const { id } = await create({ event_filter: ['workflow.run.completed'], max_retries: 0 })
    await noticed(id)
    await dispatcher.stop()
    const unwrap = () => Promise.reject(new Error('The master key is missing.'))
    dispatcher = start({ ...api.services.keyRing, unwrap })
    await run('Line')
    const line = `webhook ${id}: The master key is missing.`
    const postponed = `select from webhook_lane where pending = 1 and next_at < clock_timestamp() + interval '11 s'
      and next_at > clock_timestamp() and webhook_id = $1`
    await expect.poll(async () => log.includes(line) && (await pool.query(postponed, [id])).rowCount).toBe(1)
    expect(await deliveries(id, '?state=waiting')).toMatchObject([{ attempts: 0, error: null }])
    expect(await (await call('GET', `/${id}`)).json()).toMatchObject({ active: true, failing_since: null })
    expect(await (await call('POST', `/${id}/test`)).json()).toMatchObject({
      state: 'dropped',
      attempts: 0,
      error: 'The master key is missing.',
    })
    expect(sink.received).toEqual([])
    await dispatcher.stop()
    dispatcher = start()
    await pool.query('update webhook_lane set next_at = clock_timestamp() where pending > 0')
    await expect.poll(() => deliveries(id, '?state=delivered')).toMatchObject([{ attempts: 1 }, { attempts: 1 }])
  })

  it('has delivered what was answered with 2xx, also when the body of the answer is cut off (public run 10)', async () => {
    const { id } = await create({})
    sink.answer = (_, response) => {
      response.writeHead(200, { 'content-length': 100 })
      response.write('cut', () => response.destroy())
      return null
    }
    const test = await call('POST', `/${id}/test`)
    expect(await test.json()).toMatchObject({ state: 'delivered', status_code: 200, error: null })
  })

  it('loses its old deliveries as fast as they were made (public run 10)', async () => {
    const { id } = await create({})
    await api.services.stores.pool.query(
      `insert into webhook_delivery (id, owner_id, webhook_id, lane, seq, kind, state, ended_at)
       select gen_random_uuid(), 'local', $1, $1, 1, 'workflow.run.created', 'delivered', now() - interval '1 year'
         from generate_series(1, $2)`,
      [id, 2 * webhookLimits.removedAtOnce + 1],
    )
    const cleaner = start()
    await expect.poll(() => deliveries(id)).toEqual([])
    await cleaner.stop()
  })

  it('never reaches an address that is not public and not allowed', async () => {
    const { pool } = api.services.stores
    const { id } = await create({})
    await pool.query(`update webhook set url = 'https://localhost/hook' where id = $1`, [id])
    const test = await call('POST', `/${id}/test`)
    expect(await test.json()).toMatchObject({
      state: 'failed',
      status_code: null,
      error: expect.stringContaining('not public'),
    })
  })
})
