import { expect, type Page, test } from '@playwright/test'
import { type MailServer, startMailServer } from '#server/notify/testing/mail-server.ts'
import { type Sink, startSink } from '#server/webhooks/testing/sink.ts'
import { callAs } from '../support/access.ts'
import { type Heddle, startHeddle } from '../support/heddle.ts'
import { restClient } from '../support/rest.ts'
import { failing, shoot, shootNarrow } from './shoot.ts'

const line = `workflow_type: Line
steps: [{ name: A, type: TRANSFORM, set: { a: '1' } }]
`
const breaks = (name: string) => `workflow_type: ${name}
steps:
  - { name: Book, type: SCRIPT, code: "throw new Error('The ledger is closed.')" }
`

let heddle: Heddle
let sink: Sink
let mails: MailServer
let page: Page
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  sink = await startSink()
  mails = await startMailServer()
  heddle = await startHeddle({
    env: { HEDDLE_SMTP_URL: mails.url, HEDDLE_MAIL_FROM: 'Heddle <h@example.com>', HEDDLE_HTTP_ALLOW: sink.host },
  })
  page = await browser.newPage({ baseURL: heddle.url, viewport: { width: 1440, height: 860 } })
})
test.afterAll(async () => {
  await heddle?.stop()
  await Promise.all([sink.close(), mails.close()])
})

const call = <Result = unknown>(path: string, input: object) =>
  callAs<Result>({ request: page.request }, heddle, path, input)
const both = async (name: string) => {
  await shoot(page, name)
  await shootNarrow(page, name)
}
async function open(name: string): Promise<void> {
  await page.goto(`/settings/${name}`)
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
}
async function shootDialog(name: string): Promise<void> {
  await expect(page.getByRole('dialog')).toBeVisible()
  await both(name)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('alerts: none, their dialog, rules with messages in each state, and a list that cannot load', async () => {
  const rest = restClient(heddle.url)
  const long = 'billing/nordics/Monthly_reconciliation_of_invoices'
  for (const name of ['Booking', 'Ledger', long]) await rest.publish(breaks(name))
  for (const [id, name] of [
    ['ada', 'Ada Alves'],
    ['ben', 'Ben Brook'],
    ['zoe', 'Zoë Åström'],
  ] as const) {
    await call('directory.savePerson', { id, name, groups: [], manager: false, email: `${id}@example.com` })
  }
  await open('alerts')
  await both('settings-alerts-empty')
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await shootDialog('settings-alert-dialog')
  const rule = (more: object) =>
    call<{ id: string }>('alerts.save', {
      ...{ workflow: 'Booking', failed: true, lateMinutes: null, stuckMinutes: null, recovered: false, people: [] },
      ...{ addresses: [], webhookUrl: null, timeZone: 'Europe/Lisbon', quiet: null, enabled: true },
      ...more,
    })
  const today = new Date().getDay()
  const days = [0, 1, 2, 3, 4, 5, 6].filter((day) => day !== (today + 2) % 7)
  const sent = await rule({ people: ['ada', 'ben'], webhookUrl: sink.url(), lateMinutes: 90, recovered: true })
  const refused = await rule({ workflow: 'Ledger', addresses: ['nobody@a-rather-long-domain.example.com'] })
  await rule({ workflow: 'Ledger', people: ['zoe'], quiet: { from: '20:00', to: '07:00', days } })
  const many = await rule({
    ...{ workflow: long, people: ['ada', 'ben', 'zoe'], addresses: ['one@example.com', 'two@example.com'] },
    ...{ lateMinutes: 2_880, stuckMinutes: 60, recovered: true, webhookUrl: sink.url('/a/hook/with/a/long/path') },
    ...{ quiet: { from: '20:00', to: '07:00', days: [0, 6] } },
  })
  await rule({ workflow: long, people: ['ben'], enabled: false })
  await call('alerts.test', { id: sent.id })
  await expect.poll(() => mails.received.length).toBe(2)
  mails.answers.push('refuse')
  await call('alerts.test', { id: refused.id })
  sink.answer = () => 500
  await call('alerts.test', { id: many.id })
  await rest.start('Ledger', {})
  await open('alerts')
  await expect(page.getByText('Failed', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Waiting', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(/to be sent/).first()).toBeVisible()
  await both('settings-alerts')
  await page.getByRole('list', { name: 'Last messages' }).scrollIntoViewIfNeeded()
  await both('settings-alerts-messages')
  await page
    .getByRole('button', { name: /^Edit: .*Monthly/ })
    .first()
    .click()
  await page.getByRole('dialog').getByLabel('Webhook address').scrollIntoViewIfNeeded()
  await shootDialog('settings-alert-edit')
  await page
    .getByRole('button', { name: /^Remove: / })
    .first()
    .click()
  await shootDialog('settings-alert-remove')
  await page.goto('/settings/alerts?workflow=Ledger')
  await expect(page.getByText('Rules about')).toBeVisible()
  await both('settings-alerts-of-workflow')
  await failing(page, 'alerts.list')
  await open('alerts')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await both('settings-alerts-failed')
  await page.unrouteAll()
})

test('webhooks: none, on, failing, off and turned off; deliveries in each state; the notice on the overview', async () => {
  const rest = restClient(heddle.url)
  await rest.publish(line)
  await open('webhooks')
  await both('settings-webhooks-empty')
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  await shootDialog('settings-webhook-dialog')
  sink.answer = ({ path }) => ({ '/gone': 410, '/broken': 503, '/flaky': 500 })[path] ?? 200
  const create = (path: string, more: object) =>
    call<{ id: string }>('webhooks.create', { url: sink.url(path), eventFilter: [], maxRetries: 8, ...more })
  const well = await create('/hooks/of/a/chat/with/a/rather/long/path/T0123456/B0123456/secret', {
    eventFilter: ['workflow.run.*', 'workflow.human_task.opened', 'workflow.human_task.escalated'],
  })
  await create('/gone', { eventFilter: ['workflow.run.completed'] })
  await create('/broken', { eventFilter: ['workflow.run.completed'] })
  await create('/flaky', { eventFilter: ['workflow.run.completed'], maxRetries: 0 })
  const off = await create('/off', {})
  await call('webhooks.rotate', { id: well.id })
  await call('webhooks.change', { id: off.id, active: false })
  for (let at = 0; at < 4; at += 1) await rest.start('Line', {})
  await open('webhooks')
  await expect(page.getByText('Turned off by Heddle')).toBeVisible()
  await expect(page.getByText('Failing').first()).toBeVisible()
  await expect(page.getByText(/deliver(y|ies) waits?/).first()).toBeVisible()
  await both('settings-webhooks')
  await page.getByRole('heading', { name: 'Deliveries' }).scrollIntoViewIfNeeded()
  await both('settings-webhooks-deliveries')
  await page.goto('/settings/webhooks?state=failed')
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Send again' }).first()).toBeVisible()
  await both('settings-webhooks-failed-delivery')
  await page.goto('/settings/webhooks?state=dropped')
  await both('settings-webhooks-filtered')
  for (const [verb, name] of [
    ['Change', 'change'],
    ['Make a new secret for', 'rotate'],
    ['Remove', 'remove'],
  ] as const) {
    await page
      .getByRole('button', { name: new RegExp(`^${verb} http`) })
      .first()
      .click()
    await shootDialog(`settings-webhook-${name}`)
  }
  await page.goto('/')
  await expect(page.getByText(/Heddle turned off/)).toBeVisible()
  await both('overview-stopped-webhook')
  await page.getByRole('link', { name: /^Open the webhook/ }).click()
  await expect(page.locator('li[aria-current]')).toBeVisible()
  await both('settings-webhooks-chosen')
  await failing(page, 'webhooks.deliveries')
  await open('webhooks')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await both('settings-webhooks-list-failed')
  await page.unrouteAll()
})
