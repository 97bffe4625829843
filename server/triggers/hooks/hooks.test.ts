import { createHmac } from 'node:crypto'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { appRouter } from '../../api/router.ts'
import { startTestApi, type TestApi } from '../../api/testing/test-api.ts'
import { readSecrets } from '../../secrets.ts'

let api: TestApi
const key = 'a-secret-of-32-characters-at-least'
const standardSecret = `whsec_${Buffer.from(key).toString('base64')}`

const caller = () => appRouter.createCaller({ ...api.services, actor: localActor })
const query = async <Row extends object>(sql: string, values: readonly unknown[] = []) =>
  (await api.services.stores.pool.query<Row>(sql, [...values])).rows

beforeAll(async () => {
  api = await startTestApi({
    secrets: readSecrets({
      HEDDLE_SECRET_FROM_ENVIRONMENT: key,
      HEDDLE_ORIGINS_FROM_ENVIRONMENT: 'webhooks',
      HEDDLE_SECRET_FOR_REQUESTS: key,
      HEDDLE_ORIGINS_FOR_REQUESTS: 'https://example.com',
    }),
  })
  const stored = { origins: ['webhooks'], workflows: [] }
  await caller().secrets.create({ name: 'STANDARD', value: standardSecret, ...stored })
  await caller().secrets.create({ name: 'SHARED', value: key, ...stored })
  await caller().secrets.create({ name: 'NEXT', value: 'the-secret-that-follows-the-first', ...stored })
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

async function hook(name: string, trigger: string, rest = ''): Promise<string> {
  const steps = 'steps: [{ name: A, function: t.pass }]'
  const published = await api.publish(
    `workflow_type: ${name}\ntriggers: [{ type: webhook, ${trigger} }]\n${rest}${steps}\n`,
  )
  expect(published.status, await published.clone().text()).toBeLessThan(300)
  const [listed] = await caller().triggers.list({ workflow: name })
  return listed?.hookPath ?? ''
}

const call = (path: string, body: string, headers: Record<string, string> = {}) =>
  api.fetch(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }, null)
const runs = (workflow: string) => query<{ id: string }>('select id from run where workflow = $1', [workflow])
const inputOf = async (workflow: string) => {
  const [row] = await query<{ events: string }>(
    `select events from run_log join run on id = run_id where workflow = $1 and seq = 1`,
    [workflow],
  )
  return JSON.parse(row?.events ?? '[]')[0].payload
}
const hex = (data: string, secret = key) => createHmac('sha256', secret).update(data).digest('hex')

/** The headers of Standard Webhooks, made by their own library. */
function standard(id: string, body: string, at = new Date()): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new StandardWebhook(standardSecret).sign(id, at, body),
  }
}

describe('access 16: a call of a webhook', () => {
  it('starts one run, however often the delivery comes', async () => {
    const path = await hook('Orders', 'verify: standard, secret: STANDARD')
    const body = '{ "order": 7 }'
    const answers = await Promise.all(Array.from({ length: 50 }, () => call(path, body, standard('msg_1', body))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
    const ids = await Promise.all(answers.map(async (answer) => (await answer.json()).run_id))
    expect(new Set(ids).size).toBe(1)
    expect(await runs('Orders')).toEqual([{ id: ids[0] }])
    const { actor, trigger, input } = await inputOf('Orders')
    expect(input).toEqual({ order: 7 })
    expect(actor).toEqual({ id: 'heddle-triggers', name: 'Webhook' })
    expect(trigger).toMatchObject({ type: 'webhook', name: 'webhook' })
    const { items } = await caller().triggers.firings({ limit: 10 })
    expect(items.filter(({ workflow }) => workflow === 'Orders')).toMatchObject([{ cause: 'call', state: 'started' }])
  })

  it('starts nothing with a signature that is missing, wrong, truncated, of other bytes, old or of the future', async () => {
    const path = await hook('Refused', 'verify: standard, secret: STANDARD')
    const body = '{ "order": 7 }'
    const minutes = (count: number) => new Date(Date.now() + count * 60_000)
    const good = standard('msg', body)
    const wrong: readonly [string, Record<string, string>][] = [
      [body, {}],
      [body, { ...good, 'webhook-signature': standard('msg', '{}')['webhook-signature'] ?? '' }],
      [body, { ...good, 'webhook-signature': good['webhook-signature']?.slice(0, -4) ?? '' }],
      [body, { ...good, 'webhook-id': 'other' }],
      ['{"order":7}', good],
      [body, standard('msg', body, minutes(-6))],
      [body, standard('msg', body, minutes(6))],
    ]
    for (const [sent, headers] of wrong) expect((await call(path, sent, headers)).status).toBe(401)
    expect(await runs('Refused')).toEqual([])
    const [listed] = await caller().triggers.list({ workflow: 'Refused' })
    expect(listed?.refusedReason).toMatch(/signature/)
    expect((await call(path, body, good)).status).toBe(202)
  })

  it('proves its sender by the signatures of GitHub and Stripe, an HMAC, or a bearer token', async () => {
    const body = '{"a":1}'
    const seconds = Math.floor(Date.now() / 1000)
    const kinds: readonly [string, string, Record<string, string>, Record<string, string>][] = [
      [
        'Github',
        'verify: github',
        { 'x-hub-signature-256': `sha256=${hex(body)}` },
        { 'x-hub-signature-256': hex(body) },
      ],
      [
        'Stripe',
        'verify: stripe',
        { 'stripe-signature': `t=${seconds},v1=${hex(`${seconds}.${body}`)}` },
        { 'stripe-signature': `t=${seconds - 600},v1=${hex(`${seconds - 600}.${body}`)}` },
      ],
      [
        'Hmac',
        'verify: hmac, signature_header: X-Signature, signature_prefix: "v=", signature_encoding: base64',
        { 'x-signature': `v=${createHmac('sha256', key).update(body).digest('base64')}` },
        { 'x-signature': `v=${hex(body)}` },
      ],
      ['Bearer', 'verify: bearer', { authorization: `Bearer ${key}` }, { authorization: 'Bearer another' }],
    ]
    for (const [name, verify, right, wrong] of kinds) {
      const path = await hook(name, `${verify}, secret: [NEXT, SHARED]`)
      expect((await call(path, body, wrong)).status, name).toBe(401)
      expect((await call(path, body)).status, name).toBe(401)
      expect(await runs(name)).toEqual([])
      expect((await call(path, body, right)).status, name).toBe(202)
      expect(await runs(name), name).toHaveLength(1)
    }
    // A signed body that comes again is the same delivery; calls with a token are deliveries of their own.
    await call(await hook('Github', 'verify: github, secret: SHARED'), body, {
      'x-hub-signature-256': `sha256=${hex(body)}`,
    })
    expect(await runs('Github')).toHaveLength(1)
  })

  it('knows the secrets of the environment that are for webhooks, and no other', async () => {
    const good = await hook('Local', 'verify: bearer, secret: FROM_ENVIRONMENT')
    const other = await hook('Other', 'verify: bearer, secret: FOR_REQUESTS')
    const headers = { authorization: `Bearer ${key}` }
    expect((await call(good, '{}', headers)).status).toBe(202)
    expect((await call(other, '{}', headers)).status).toBe(401)
  })

  it('makes the input of its body, headers and query', async () => {
    const input = '{ id: "{{ body.order.id }}", from: "{{ headers[\'x-shop\'] }}", page: "{{ query.page }}" }'
    const path = await hook('Mapped', `verify: none, input: ${input}`)
    const answer = await call(`${path}?page=2`, '{"order":{"id":9}}', { 'x-shop': 'berlin' })
    expect(answer.status).toBe(202)
    expect((await inputOf('Mapped')).input).toEqual({ id: 9, from: 'berlin', page: '2' })
    const refused = await call(path, '{}')
    expect(refused.status).toBe(422)
    expect(await refused.text()).toMatch(/cannot be computed/)
  })

  it('is refused when it is too large, no JSON, or not what the workflow takes', async () => {
    const path = await hook(
      'Strict',
      'verify: none',
      'input_schema: { type: object, required: [amount], properties: { amount: { type: number } } }\n',
    )
    const large = await call(path, JSON.stringify({ a: 'x'.repeat(10 * 1024 * 1024) }))
    expect(large.status).toBe(413)
    expect((await call(path, '{"a":')).status).toBe(400)
    expect((await call(path, '[1]')).status).toBe(400)
    expect((await call(path, '{"amount":1,"amount":2}')).status).toBe(400)
    expect((await call(path, '{"amount":"much"}')).status).toBe(422)
    expect(await runs('Strict')).toEqual([])
    expect((await call(path, '{"amount":1}')).status).toBe(202)
  })

  it('finds nothing at a variant of its address, and nothing while the trigger is paused, archived or removed', async () => {
    const path = await hook('Paths', 'verify: none')
    const id = path.slice('/hooks/'.length)
    const swapped = id.replace(/[a-z]/i, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    )
    for (const variant of [
      `${path}/`,
      `${path}/x`,
      `/hooks/${swapped}`,
      `/hooks/${id.slice(1)}`,
      `/hooks/%2e%2e/${id}`,
    ]) {
      expect((await call(variant, '{}')).status, variant).toBe(404)
    }
    expect((await api.fetch(path, {}, null)).status).toBe(404)
    const [listed] = await caller().triggers.list({ workflow: 'Paths' })
    const trigger = { id: listed?.id ?? '' }
    await caller().triggers.pause(trigger)
    expect((await call(path, '{}')).status).toBe(404)
    await caller().triggers.resume(trigger)
    expect((await call(path, '{}')).status).toBe(202)
    await caller().workflows.archive({ name: 'Paths', archived: true })
    expect((await call(path, '{}')).status).toBe(404)
    await caller().workflows.archive({ name: 'Paths', archived: false })
    await api.publish('workflow_type: Paths\nsteps: [{ name: A, function: t.pass }]\n')
    expect((await call(path, '{}')).status).toBe(404)
    expect(await hook('Paths', 'verify: none')).toBe(path)
    expect((await call(path, '{}')).status).toBe(202)
  })

  it('is bounded in number', async () => {
    const path = await hook('Flood', 'verify: none')
    const answers = await Promise.all(Array.from({ length: 100 }, () => call(path, '{}')))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
  })
})

it('a secret for webhooks is for nothing else, and stays so', async () => {
  const both = { name: 'BOTH', value: key, origins: ['webhooks', 'https://example.com'], workflows: [] }
  await expect(caller().secrets.create(both)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(
    caller().secrets.change({ name: 'SHARED', origins: ['https://example.com'], workflows: [] }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await caller().secrets.replace({ name: 'SHARED', value: 'another-value-for-webhooks' })
  const [row] = await query('select use, ciphertext from secret where name = $1', ['SHARED'])
  expect(row).toEqual({ use: 'web', ciphertext: null })
})
