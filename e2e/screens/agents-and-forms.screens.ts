import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WAIT_LIMIT_MS } from '../../tools/test/wait-limit.mjs'
import { callAs } from '../support/access.ts'
import { codeFolder } from '../support/code-folder.ts'
import { test as base, expect } from '../support/fixtures.ts'
import { startHeddle } from '../support/heddle.ts'
import { shoot, shootNarrow } from './shoot.ts'

const clerk = `workflow_type: Clerk
title: Customer service clerk
input_schema: { type: object, required: [message], properties: { message: { type: string } } }
steps:
  - name: Answer
    title: Answer the customer
    type: AI
    connection: model
    system: You answer customers of a bicycle shop.
    prompt: "{{ input.message }}"
    tools:
      - name: find_order
        description: Finds an order by its number.
        function: activities.fetchUser
        input_schema: { type: object, required: [number], properties: { number: { type: integer } } }
      - name: refund
        description: Refunds an order.
        function: activities.mail
        needs_approval: true
  - name: Note
    title: Note the answer
    type: TRANSFORM
    set: { answered: "true" }
`
const fault = `workflow_type: FaultReport
title: Report a fault
triggers: [{ type: form, access: public, title: Report a fault, thanks: We will call you within a day. }]
input_schema:
  type: object
  description: Tell us what is broken, and how we can reach you.
  required: [name, kind]
  properties:
    name: { type: string, title: Your name }
    email: { type: string, format: email, title: E-mail, description: Only used to answer this report. }
    kind: { type: string, title: What is broken, enum: [A door, A light, The lift] }
    urgent: { type: boolean, title: It is urgent }
    parts: { type: array, title: Where, items: { type: string, enum: [Entrance, Stairs, Cellar] } }
    address: { type: object, title: Address, required: [street], properties: { street: { type: string, title: Street }, floor: { type: integer, title: Floor } } }
    words: { type: string, title: In your words, maxLength: 2000 }
steps: [{ name: Note, type: TRANSFORM, set: { a: '1' } }]
`

/** What the model says: first it calls a tool, then one that needs an approval, then it answers. */
const said = [
  { name: 'find_order', input: { number: 4711 } },
  { name: 'refund', input: { number: 4711, amount: 59.9, reason: 'The saddle was broken on arrival.' } },
  'Your order 4711 has been refunded. The money is with you within three days.',
]

function speak(call: number): object {
  const next = said[Math.min(call, said.length - 1)]
  const usage = { prompt_tokens: 310 + 120 * call, completion_tokens: 42 }
  if (typeof next === 'string')
    return { choices: [{ message: { role: 'assistant', content: next }, finish_reason: 'stop' }], usage }
  const called = { name: next?.name, arguments: JSON.stringify(next?.input) }
  const message = {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: `call-${call}`, type: 'function', function: called }],
  }
  return { choices: [{ message, finish_reason: 'tool_calls' }], usage }
}

/** A Heddle with workflows that are code, beside a model that gives one answer after the other. */
const test = base.extend<object, { model: { server: Server; host: string } }>({
  model: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are wanted from this pattern
    async ({}, use) => {
      let call = 0
      const server = createServer((request, response) => {
        request.resume().on('end', () => {
          response.setHeader('content-type', 'application/json').end(JSON.stringify(speak(call++)))
        })
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      await use({ server, host: `127.0.0.1:${(server.address() as AddressInfo).port}` })
      server.close()
    },
    { scope: 'worker' },
  ],
  heddle: [
    async ({ model }, use) => {
      const connection = {
        kind: 'openai_compatible',
        base_url: `http://${model.host}/v1`,
        model: 'small',
        api_key: 'none',
      }
      const heddle = await startHeddle({
        env: {
          HEDDLE_FUNCTIONS: await codeFolder(),
          HEDDLE_HTTP_ALLOW: model.host,
          HEDDLE_CONNECTION_model: JSON.stringify(connection),
        },
      })
      await use(heddle)
      await heddle.stop()
    },
    { scope: 'worker', timeout: WAIT_LIMIT_MS },
  ],
})

test('an AI step with tools: in the designer, its run, its approval and its logs', async ({
  page,
  rest,
  run,
  designer,
}) => {
  const both = async (name: string) => {
    await shoot(page, `agent-${name}`)
    await shootNarrow(page, `agent-${name}`)
  }
  await rest.publish(clerk)
  await designer.open('Clerk')
  await designer.node('Answer').click()
  await both('designer')
  const { run_id } = await rest.start('Clerk', { message: 'My saddle was broken. I want my money back for 4711.' })
  await expect.poll(async () => (await rest.run(run_id)).workflow_status).toBe('WAITING_HUMAN_INPUT')
  await run.open(run_id)
  await expect(run.status('WAITING_HUMAN_INPUT')).toBeVisible()
  await both('run-waiting')
  await run.node('Answer').click()
  await both('run-step')
  await page.goto('/inbox')
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await both('inbox')
  await page.goto(`/runs/${run_id}`)
  await run.sentence.getByRole('button', { name: 'Decide now' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await both('decide')
  await page.keyboard.press('Escape')
  await page.goto(`/runs/${run_id}?view=logs`)
  await expect(page.getByRole('tab', { name: /^Logs/ })).toBeVisible()
  await both('run-logs')
})

test('messages and code of a run of code, and its cancellation', async ({ page, rest, run }) => {
  const both = async (name: string) => {
    await shoot(page, `code-${name}`)
    await shootNarrow(page, `code-${name}`)
  }
  const { run_id } = await rest.start('Messages', { id: 7 })
  await run.open(run_id)
  await expect(run.node('charge#6')).toBeVisible()
  await both('run-graph')
  await page.getByRole('tab', { name: 'Code' }).click()
  await expect(page.locator('.cm-waits')).toBeVisible()
  await both('run-code')
  await page.getByRole('tab', { name: 'Messages' }).click()
  await page.getByRole('button', { name: 'Ask status' }).click()
  await rest.signal(run_id, 'on_message', ['hello'])
  await expect(page.getByRole('table', { name: 'Messages' })).toContainText('hello')
  await both('run-messages')
  await page.getByRole('button', { name: 'Send signal…' }).click()
  await both('run-signal')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await both('run-cancel')
  await page.keyboard.press('Escape')
  await page.goto('/workflows/Messages')
  await page.getByRole('tab', { name: 'Observed graph' }).click()
  await expect(page.locator('.react-flow__node').first()).toBeVisible()
  await both('observed')
  await page.goto('/workflows/Messages?part=versions')
  await expect(page.getByText('Version 1')).toBeVisible()
  await both('versions')
})

test('a form for people, its answers, and the triggers that show it', async ({ page, rest, complaints, heddle }) => {
  await rest.publish(fault)
  const triggers = await page.request.get(`${heddle.url}/triggers`)
  expect(triggers.ok()).toBe(true)
  await page.goto('/triggers')
  const link = page.locator('a[href*="/forms/"]').first()
  await expect(link).toBeVisible()
  await shoot(page, 'triggers-form')
  await shootNarrow(page, 'triggers-form')
  await page.goto((await link.getAttribute('href')) ?? '')
  await shoot(page, 'form')
  await shootNarrow(page, 'form')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await shoot(page, 'form-refused')
  await shootNarrow(page, 'form-refused')
  await page.goto(`${page.url()}-unknown`)
  await shoot(page, 'form-unknown')
  complaints.splice(0)
})

test('variables: none, some, and their dialogs', async ({ page, heddle, rest }) => {
  const call = (path: string, input: object) => callAs({ request: page.request }, heddle, path, input)
  const both = async (name: string) => {
    await shoot(page, `variables-${name}`)
    await shootNarrow(page, `variables-${name}`)
  }
  await page.goto('/settings/variables')
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await both('empty')
  for (const [name, value, description] of [
    ['region', 'eu-central-1', 'Where the resources are created'],
    ['support_address', 'https://support.example.com/a/rather/long/path/that/does/not/fit/into/one/line', ''],
    ['currency', 'EUR', 'The currency of all prices'],
  ] as const)
    await call('variables.save', { name, value, description })
  await rest.publish(`workflow_type: Prices\nsteps: [{ name: A, type: TRANSFORM, set: { a: vars.currency } }]\n`)
  await page.reload()
  await expect(page.getByText('eu-central-1')).toBeVisible()
  await both('list')
  await page.getByRole('button', { name: 'Add a variable' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await both('dialog')
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click()
  await both('remove')
})
