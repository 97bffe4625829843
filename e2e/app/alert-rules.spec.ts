import { expect, test } from '@playwright/test'
import { type MailServer, startMailServer, textOf } from '#server/notify/testing/mail-server.ts'
import { type Sink, startSink } from '#server/webhooks/testing/sink.ts'
import { expectAccessible } from '../support/accessible.ts'
import { type Heddle, startHeddle } from '../support/heddle.ts'
import { restClient } from '../support/rest.ts'

const breaks = (name: string) => `workflow_type: ${name}
steps:
  - name: Book
    type: SCRIPT
    code: throw new Error('The ledger is closed.')
`

const dayAfterTomorrow = () => new Date(Date.now() + 2 * 24 * 3_600_000).toLocaleDateString('en', { weekday: 'long' })

let mails: MailServer
let sink: Sink
let heddle: Heddle
test.beforeAll(async () => {
  mails = await startMailServer()
  sink = await startSink()
  heddle = await startHeddle({
    env: {
      HEDDLE_SMTP_URL: mails.url,
      HEDDLE_MAIL_FROM: 'Heddle <heddle@example.com>',
      HEDDLE_HTTP_ALLOW: sink.host,
    },
  })
})
test.afterAll(async () => {
  await heddle.stop()
  await Promise.all([mails.close(), sink.close()])
})

test('an administrator makes a rule; a run fails, and its alert arrives and is shown; quiet hours hold alerts back', async ({
  page,
}) => {
  const rest = restClient(heddle.url)
  for (const name of ['Booking', 'Ledger']) await rest.publish(breaks(name))
  const rules = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem')
  const messages = page.getByRole('list', { name: 'Last messages' }).getByRole('listitem')
  const dialog = page.getByRole('dialog')
  const isSaid = dialog.getByRole('status')
  /** Opens the dialog of a new rule about failures, with its workflow and an address. */
  const begin = async (workflow: string, address: string) => {
    await page.getByRole('button', { name: 'Add a rule' }).click()
    await dialog.getByLabel('Workflow').click()
    await page.getByRole('option', { name: workflow }).click()
    await expect(isSaid).toHaveText('Choose when to send, and to whom.')
    await dialog.getByLabel('Other mail addresses').fill(address)
  }
  const subjects = () => mails.received.map(({ headers }) => headers.get('subject'))

  await test.step('a rule without a receiver cannot be saved; the sentence says what a rule does', async () => {
    await page.goto(`${heddle.url}/settings/alerts`)
    await expect(page.getByRole('heading', { name: 'No rules yet' })).toBeVisible()
    await expectAccessible(page, 'settings: alerts without rules')
    await begin('Booking', '')
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await dialog.getByLabel('Other mail addresses').fill('ops@example.com')
    await dialog.getByLabel('Webhook address').fill('https://10.0.0.1/hook')
    await expectAccessible(page, 'settings: a rule', { alsoDark: true })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText(/not a public address/)).toBeVisible()
    await dialog.getByLabel('Webhook address').fill(sink.url())
    await expect(isSaid).toContainText('when a run of')
    await dialog.getByRole('button', { name: 'Save' }).click()
  })
  await test.step('the secret of the webhook is shown once', async () => {
    await expect(page.getByLabel('Secret', { exact: true })).toHaveValue(/^whsec_/)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(rules).toHaveCount(1)
    await expect(page.getByText(/whsec_/)).toHaveCount(0)
  })
  await test.step('a run fails: the mail and the call arrive, and the page shows both', async () => {
    const { run_id } = await rest.start('Booking', {})
    await expect(rules).toContainText('1 alert to be sent')
    await expect.poll(subjects).toEqual(['Booking: a run failed'])
    await expect.poll(() => sink.received.length).toBe(1)
    expect(textOf(mails.received[0] as (typeof mails.received)[number])).toContain(`${heddle.url}/runs/${run_id}`)
    expect(sink.received[0]?.headers).toMatchObject({ 'webhook-signature': expect.stringMatching(/^v1,/) })
    expect(sink.received[0]?.body).not.toContain('The ledger is closed.')
    await expect(messages.filter({ hasText: 'Sent' })).toHaveCount(2)
    await expect(messages.filter({ hasText: 'ops@example.com' })).toContainText('Booking')
    await expect(messages.filter({ hasText: `http://${sink.host}` })).toHaveCount(1)
    await expect(rules).not.toContainText('to be sent')
    await expectAccessible(page, 'settings: alerts with messages', { alsoDark: true })
  })
  await test.step('quiet hours hold the alert of another rule back, and the page tells until when', async () => {
    await begin('Ledger', 'night@example.com')
    await dialog.getByLabel('Quiet hours', { exact: true }).click()
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']) {
      await dialog.getByLabel(day, { exact: true }).click()
    }
    await expect(isSaid).toContainText('not on Mondays, Tuesdays')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText(/^Leave at least one day of the week/)).toBeVisible()
    await dialog.getByLabel(dayAfterTomorrow(), { exact: true }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await rest.start('Ledger', {})
    // Another day than today: at first an alert waits some seconds for others.
    await expect(rules.filter({ hasText: 'Ledger' })).toContainText(/1 alert to be sent: \d+ [A-Z][a-z]+ \d\d:\d\d/)
    expect(subjects()).toEqual(['Booking: a run failed'])
  })
  await test.step('without quiet hours it is sent', async () => {
    await page.getByRole('button', { name: /^Edit: .*Ledger/ }).click()
    await dialog.getByLabel('Quiet hours', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(subjects).toEqual(['Booking: a run failed', 'Ledger: a run failed'])
    await expect(messages.filter({ hasText: 'night@example.com' })).toContainText('Sent')
  })
})
