import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, localActor } from '#server/access/actor.ts'
import { addressHeader } from '../../request-address.ts'
import { appRouter } from '../router.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'
import { formRoutes } from './forms.ts'

let api: TestApi
let actor: Actor | null = localActor
let app: ReturnType<typeof formRoutes>
const caller = () => appRouter.createCaller({ ...api.services, actor: localActor })
const query = async <Row extends object>(sql: string, values: readonly unknown[] = []) =>
  (await api.services.stores.pool.query<Row>(sql, [...values])).rows

beforeAll(async () => {
  api = await startTestApi()
  app = formRoutes({
    stores: api.services.stores,
    actorOf: async () => actor,
    loginPath: (to) => `/login?to=${to}`,
  })
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const schema = `input_schema:
  type: object
  description: Tell us what is broken.
  required: [name, amount, colour]
  properties:
    name: { type: string, title: Your name, maxLength: 50 }
    amount: { type: number, minimum: 1 }
    colour: { type: string, enum: [red, blue], default: blue }
    urgent: { type: boolean }
    parts: { type: array, items: { type: string, enum: [door, roof] } }
    notes: { type: array, items: { type: string } }
    address: { type: object, required: [street], properties: { street: { type: string }, houseNumber: { type: integer } } }
    extra: { type: object }
`

async function publish(name: string, trigger: string, rest = schema): Promise<string> {
  const text = `workflow_type: ${name}\ntitle: Report a fault\ntriggers: [{ type: form, ${trigger} }]\n${rest}steps: [{ name: A, function: t.pass }]\n`
  const published = await api.publish(text)
  expect(published.status, await published.clone().text()).toBeLessThan(300)
  const [listed] = await caller().triggers.list({ workflow: name })
  return (listed?.formPath ?? '').slice('/forms'.length)
}

const open = async (path: string) => app.request(path)
const type = 'application/x-www-form-urlencoded'
const send = (path: string, fields: readonly (readonly [string, string])[], address = '192.0.2.1') =>
  app.request(path, {
    method: 'POST',
    headers: { 'content-type': type, [addressHeader]: address },
    body: new URLSearchParams(fields.map(([name, value]) => [name, value])).toString(),
  })
const good = [
  ['name', 'Ana <b>'],
  ['amount', '2.5'],
  ['colour', '0'],
  ['address.street', 'Main Street'],
] as const
const runs = (workflow: string) => query<{ id: string }>('select id from run where workflow = $1', [workflow])
const createdOf = async (workflow: string) => {
  const [row] = await query<{ events: string }>(
    'select events from run_log join run on id = run_id where workflow = $1 and seq = 1',
    [workflow],
  )
  return JSON.parse(row?.events ?? '[]')[0].payload
}

describe('a public form', () => {
  it('is a page without script, made from the input schema, filled in by its address', async () => {
    const path = await publish('Page', 'access: public, title: Faults & more')
    const response = await open(`${path}?name=Ana%22%3E%3Cscript%3E&urgent=yes`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    const page = await response.text()
    expect(page).toContain('<h1>Faults &amp; more</h1>')
    expect(page).toContain('Tell us what is broken.')
    expect(page).not.toMatch(/<script|javascript:/i)
    expect(page).toContain('value="Ana&quot;&gt;&lt;script&gt;"')
    for (const label of ['Your name', 'Amount', 'Urgent', 'House number']) expect(page).toContain(label)
    expect(page).toMatch(/<legend>Address<\/legend>/)
    expect(page).toMatch(/<option value="1" selected>blue<\/option>/)
  })

  it('starts one run as the service of triggers, however often it is sent', async () => {
    const path = await publish('Sent', 'access: public, thanks: We will call you.')
    const [, submission = ''] = /name="heddle_submission" value="([^"]+)"/.exec(await (await open(path)).text()) ?? []
    const fields = [
      ...good,
      ['heddle_submission', submission],
      ['urgent', 'yes'],
      ['parts', '0'],
      ['parts', '1'],
      ['notes', 'one\r\n\r\n two '],
      ['address.houseNumber', '7'],
      ['extra', '{"a":1}'],
      ['unknown', 'x'],
    ] as const
    for (let time = 0; time < 3; time += 1) {
      const answer = await send(path, fields)
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain('We will call you.')
    }
    expect(await runs('Sent')).toHaveLength(1)
    const { input, actor: by, trigger } = await createdOf('Sent')
    expect(input).toEqual({
      name: 'Ana <b>',
      amount: 2.5,
      colour: 'red',
      urgent: true,
      parts: ['door', 'roof'],
      notes: ['one', 'two'],
      address: { street: 'Main Street', houseNumber: 7 },
      extra: { a: 1 },
    })
    expect(by).toEqual({ id: 'heddle-triggers', name: 'Form' })
    expect(trigger).toMatchObject({ type: 'form', name: 'form' })
    const { items } = await caller().triggers.firings({ limit: 10 })
    expect(items.filter(({ workflow }) => workflow === 'Sent')).toMatchObject([{ state: 'started', cause: 'call' }])
  })

  it('shows what is wrong at its field, keeps what was entered, and starts nothing', async () => {
    const path = await publish('Wrong', 'access: public')
    const cases: readonly [readonly (readonly [string, string])[], RegExp][] = [
      [good.slice(1), /id="field-name-fault">Fill in this field/],
      [[...good.slice(0, 1), ['amount', 'much'], ...good.slice(2)], /id="field-amount-fault">Enter a number/],
      [[...good.slice(0, 1), ['amount', '0'], ...good.slice(2)], /id="field-amount-fault">/],
      [[...good, ['extra', '{']], /id="field-extra-fault">This is not JSON/],
      [[...good.slice(0, 2), ['colour', '9'], ...good.slice(3)], /id="field-colour-fault">Choose one/],
    ]
    for (const [fields, problem] of cases) {
      const answer = await send(path, fields)
      expect(answer.status).toBe(422)
      const page = await answer.text()
      expect(page).toMatch(problem)
      expect(page).toContain('role="alert"')
      expect(page).toContain('Main Street')
    }
    expect(await runs('Wrong')).toEqual([])
  })

  it('thanks a program that fills in the hidden field, and starts nothing', async () => {
    const path = await publish('Trap', 'access: public')
    const answer = await send(path, [...good, ['heddle_website', 'https://example.com']])
    expect(answer.status).toBe(200)
    expect(await runs('Trap')).toEqual([])
  })

  it('refuses what is too large, of another type, and too much from one sender', async () => {
    const path = await publish('Bounds', 'access: public')
    expect((await send(path, [['name', 'x'.repeat(10 * 1024 * 1024)]])).status).toBe(413)
    const json = await app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(json.status).toBe(400)
    const answers = await Promise.all(Array.from({ length: 30 }, () => send(path, good.slice(1), '192.0.2.9')))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(10)
    expect(refused[0]?.headers.get('retry-after')).toBe('60')
    expect((await send(path, good.slice(1), '192.0.2.10')).status).toBe(422)
    expect(await runs('Bounds')).toEqual([])
  })

  it('answers alike whatever the reason why there is none', async () => {
    const path = await publish('Gone', 'access: public')
    const unknown = await (await open('/00000000000000000000000000000000')).text()
    const closed = async () => {
      const answer = await open(path)
      return [answer.status, await answer.text()]
    }
    const [listed] = await caller().triggers.list({ workflow: 'Gone' })
    const trigger = { id: listed?.id ?? '' }
    await caller().triggers.pause(trigger)
    expect(await closed()).toEqual([404, unknown])
    expect((await send(path, good)).status).toBe(404)
    await caller().triggers.resume(trigger)
    await caller().workflows.archive({ name: 'Gone', archived: true })
    expect(await closed()).toEqual([404, unknown])
    await caller().workflows.archive({ name: 'Gone', archived: false })
    expect((await open(path)).status).toBe(200)
    await api.publish('workflow_type: Gone\nsteps: [{ name: A, function: t.pass }]\n')
    expect(await closed()).toEqual([404, unknown])
    for (const variant of [`${path}/x`, '/short', '/%2e%2e']) expect((await open(variant)).status).toBe(404)
    expect(await runs('Gone')).toEqual([])
  })

  it('is a button alone where the workflow takes no input', async () => {
    const path = await publish('Plain', 'access: public', '')
    expect(await (await open(path)).text()).toContain('<button>Send</button>')
    expect((await send(path, [])).status).toBe(200)
    expect(await runs('Plain')).toHaveLength(1)
  })
})

describe('a form for members', () => {
  it('leads to the login, is sent by members of its owner alone, and records who has sent it', async () => {
    const path = await publish('Inner', 'access: owner')
    const member: Actor = { ...localActor, id: 'ana', name: 'Ana', everyOwner: false }
    actor = null
    const led = await open(path)
    expect([led.status, led.headers.get('location')]).toEqual([302, `/login?to=${path}`])
    expect((await send(path, good)).status).toBe(401)
    const others: readonly Actor[] = [
      { ...member, ownerId: 'beta' },
      { ...member, lacksSecondFactor: true },
      { ...member, key: { id: 'k', permissions: ['me', 'run.start'] } },
    ]
    for (const other of others) {
      actor = other
      expect((await open(path)).status).toBe(404)
      expect((await send(path, good)).status).toBe(404)
    }
    expect(await runs('Inner')).toEqual([])
    actor = member
    expect((await open(path)).status).toBe(200)
    expect((await send(path, good)).status).toBe(200)
    actor = localActor
    expect(
      await query('select asked_by from trigger_firing f join run r on r.id = f.run_id where r.workflow = $1', [
        'Inner',
      ]),
    ).toEqual([{ asked_by: 'ana' }])
  })
})
