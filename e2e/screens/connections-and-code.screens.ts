import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MailServer, startMailServer } from '#server/notify/testing/mail-server.ts'
import { WAIT_LIMIT_MS } from '../../tools/test/wait-limit.mjs'
import { callAs } from '../support/access.ts'
import { test as base, expect } from '../support/fixtures.ts'
import { freePort, startHeddle } from '../support/heddle.ts'
import { failing, shoot, shootNarrow } from './shoot.ts'

const code = `import { condition, defineQuery, defineSignal, defineWorkflow, proxyActivities, setHandler, sleep } from 'heddle/workflow'

export const onMessage = defineSignal<[string]>('on_message')
export const status = defineQuery<{ received: number }>('status')
const { fetchUser, refuse } = proxyActivities<typeof import('./activities.ts')>({ retry: { maximumAttempts: 1 } })

/** Three messages complete it. */
export const messages = defineWorkflow(
  { type: 'Messages', input_schema: { type: 'object', properties: { id: { type: 'number', title: 'Customer' } } } },
  async ({ id }: { id: number }) => {
    const received: string[] = []
    setHandler(onMessage, (text) => {
      received.push(text)
    })
    setHandler(status, () => ({ received: received.length }))
    const user = await fetchUser(id)
    await sleep(10)
    await condition(() => received.length >= 3)
    return { user, received }
  },
)

export const refused = defineWorkflow({ type: 'RefusedCharge' }, async () => await refuse())
`
const activities = `export async function fetchUser(id: number) {
  return { id, name: 'Ada Lovelace' }
}
export async function refuse(): Promise<void> {
  throw new Error('The card was refused.')
}
`
const greeting = `workflow_type: Greeting
steps:
  - name: Tell_Customer
    type: MAIL
    connection: shop_mail
    to: ["{{ input.email }}"]
    subject: "Welcome, {{ input.name }}"
    text: "Hello {{ input.name }}"
    output_key: mail
`

/** A Heddle with workflows that are code, beside a mail server. */
const test = base.extend<object, { mails: MailServer }>({
  mails: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are wanted from this pattern
    async ({}, use) => {
      const mails = await startMailServer()
      await use(mails)
      await mails.close()
    },
    { scope: 'worker' },
  ],
  heddle: [
    async ({ mails }, use) => {
      const functions = await mkdtemp(join(tmpdir(), 'heddle-functions-'))
      await writeFile(join(functions, 'activities.ts'), activities)
      await writeFile(join(functions, 'workflows.ts'), code)
      const heddle = await startHeddle({
        env: { HEDDLE_FUNCTIONS: functions, HEDDLE_HTTP_ALLOW: new URL(mails.url).host },
      })
      await use(heddle)
      await heddle.stop()
      await rm(functions, { recursive: true })
    },
    { scope: 'worker', timeout: WAIT_LIMIT_MS },
  ],
})

test('connections: none, their dialog, each outcome of a test, and the field of a step', async ({
  page,
  designer,
  rest,
  heddle,
  mails,
}) => {
  const both = async (name: string) => {
    await shoot(page, `connections-${name}`)
    await shootNarrow(page, `connections-${name}`)
  }
  const dialog = page.getByRole('dialog')
  const call = (path: string, input: object) => callAs({ request: page.request }, heddle, path, input)
  await page.goto('/settings/connections')
  await expect(page.getByText('No connections yet')).toBeVisible()
  await both('empty')
  await page.getByRole('button', { name: 'Add a connection' }).first().click()
  await both('dialog')
  await dialog.getByRole('combobox', { name: 'Kind' }).click()
  await shoot(page, 'connections-kinds')
  await page.getByRole('option', { name: 'HTTP: OAuth 2.0' }).click()
  await dialog.getByLabel('Name').fill('not a name')
  await both('dialog-oauth')
  await page.keyboard.press('Escape')

  await rest.publish(greeting)
  const { hostname, port } = new URL(mails.url)
  const mail = { security: 'none', from: 'Shop <shop@example.com>', host: hostname }
  for (const [name, kind, settings, secrets, workflows] of [
    ['shop_mail', 'smtp', { ...mail, port }, {}, []],
    ['old_mail', 'smtp', { ...mail, port: String(await freePort()) }, {}, ['Greeting', 'OrderProcessing']],
    ['billing', 'http_bearer', { origin: 'https://billing.example.com' }, { token: 'none' }, []],
    [
      'reports_of_the_nordic_countries',
      'postgresql',
      {
        host: 'db-primary.reports.nordics.internal.example.com',
        port: '5432',
        database: 'reports',
        username: 'heddle',
      },
      { password: 'none' },
      ['billing/nordics/Monthly_reconciliation_of_invoices'],
    ],
    [
      'model',
      'anthropic',
      { base_url: 'https://api.anthropic.com/v1', model: 'claude-sonnet-4-5' },
      { api_key: 'none' },
      [],
    ],
  ] as const)
    await call('connections.create', { name, kind, settings, secrets, workflows })
  for (const name of ['shop_mail', 'old_mail']) await call('connections.test', { name })
  await page.reload()
  await expect(page.getByText('The mail server answers.')).toBeVisible()
  await expect(page.getByText('Nothing listens at this host and port.')).toBeVisible()
  await both('list')
  await page.getByRole('button', { name: 'Change reports_of_the_nordic_countries' }).click()
  await both('change')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove shop_mail' }).click()
  await both('remove')
  await page.keyboard.press('Escape')

  await designer.open('Greeting')
  await designer.node('Tell_Customer').click()
  await shoot(page, 'designer-example-mail')
  await designer.inspector.getByLabel('Mail server').fill('')
  await expect(page.getByRole('option', { name: /shop_mail/ })).toBeVisible()
  await shoot(page, 'designer-connection-picker')
  await page.keyboard.press('Escape')
  await failing(page, 'connections.list')
  await page.goto('/settings/connections')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await both('failed')
})

test('workflows that are code: in the list, their page, their start, and their runs', async ({
  page,
  rest,
  run,
  complaints,
}) => {
  const both = async (name: string) => {
    await shoot(page, `code-${name}`)
    await shootNarrow(page, `code-${name}`)
  }
  await expect(async () => {
    await page.goto('/workflows')
    await expect(page.getByRole('link', { name: 'RefusedCharge' })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await both('workflows')
  await page.goto('/workflows/Messages')
  await expect(page.getByText('defineWorkflow').first()).toBeVisible()
  await both('source')
  await page.getByRole('button', { name: 'Run' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await both('start')
  await page.keyboard.press('Escape')
  const waiting = await rest.start('Messages', { id: 7 })
  await expect.poll(async () => (await rest.history(waiting.run_id)).items.length).toBeGreaterThan(6)
  await rest.signal(waiting.run_id, 'on_message', ['hello'])
  await page.goto(`/runs/${waiting.run_id}`)
  await expect(run.row(/./).first()).toBeVisible()
  await both('run')
  await page.getByRole('tab', { name: /^History/ }).click()
  await both('run-history')
  const failed = await rest.start('RefusedCharge', {})
  await expect.poll(async () => (await rest.run(failed.run_id)).workflow_status).toBe('FAILED')
  await page.goto(`/runs/${failed.run_id}`)
  await expect(run.status('FAILED')).toBeVisible()
  await both('run-failed')
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/ 500 /.test(text)))
})
