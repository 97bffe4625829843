import { expect, test } from '@playwright/test'
import { type MailServer, startMailServer, textOf } from '#server/notify/testing/mail-server.ts'
import { InboxPage } from '../pages/inbox-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { type Heddle, startHeddle } from '../support/heddle.ts'
import { windowOf } from '../support/people.ts'
import { restClient } from '../support/rest.ts'

const loan = `workflow_type: LoanByMail
steps:
  - name: Approval
    type: HUMAN
    title: "Loan of {{ input.amount }}"
    assignees: [ana]
    form: { type: object, required: [approved], properties: { approved: { type: boolean } } }
`

let server: MailServer
let heddle: Heddle
test.beforeAll(async () => {
  server = await startMailServer()
  heddle = await startHeddle({ env: { HEDDLE_SMTP_URL: server.url, HEDDLE_MAIL_FROM: 'Heddle <heddle@example.com>' } })
})
test.afterAll(async () => {
  await heddle.stop()
  await server.close()
})

const mailWith = async (subject: string) => {
  const find = () => server.received.find(({ headers }) => headers.get('subject')?.includes(subject))
  await expect.poll(() => find() !== undefined, subject).toBe(true)
  return find() as NonNullable<ReturnType<typeof find>>
}

test('an approver gets a mail whose link leads to the task, and decides nothing before the approver does', async ({
  page,
  browser,
}) => {
  const rest = restClient(heddle.url)
  await test.step('an administrator adds the person with a mail address', async () => {
    await page.goto(`${heddle.url}/settings`)
    await page.getByRole('button', { name: 'Add a person' }).click()
    await page.getByLabel('Name').fill('Ana')
    await page.getByLabel(/^Mail address/).fill('ana@example.com')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('button', { name: 'Act as Ana' })).toBeVisible()
  })
  const window = await windowOf(browser, heddle.url, 'ana')
  await test.step('the person looks at the choices, and asks for a test mail', async () => {
    await window.goto('/settings/notifications')
    await expect(window.getByLabel('Mail address')).toHaveValue('ana@example.com')
    await window.getByLabel('Quiet hours', { exact: true }).click()
    await expectAccessible(window, 'settings: notifications')
    await window.getByLabel('Quiet hours', { exact: true }).click()
    await window.getByRole('button', { name: 'Send a test mail' }).click()
    await mailWith('Mails from Heddle reach you')
    await expect(window.getByText('Sent', { exact: true })).toBeVisible()
  })
  await rest.publish(loan)
  const { run_id } = await rest.start('LoanByMail', { amount: 9_500 })
  const status = async () => (await rest.run(run_id)).workflow_status
  const mail = await mailWith('To decide: Loan of 9500')
  const [link = ''] = /http:\/\/127\.0\.0\.1:\d+\/inbox\?task=[\w-]+/.exec(textOf(mail)) ?? []
  expect(link.startsWith(heddle.url)).toBe(true)
  await test.step('programs that look at the link decide nothing', async () => {
    for (const method of ['GET', 'HEAD']) expect((await fetch(link, { method })).status).toBe(200)
    expect(await status()).toBe('WAITING_HUMAN_INPUT')
  })
  await test.step('the person opens it and decides', async () => {
    await window.goto(link)
    await expect(window.getByRole('heading', { name: 'Loan of 9500' })).toBeVisible()
    expect(await status()).toBe('WAITING_HUMAN_INPUT')
    await new InboxPage(window).decide('Loan of 9500', 'a')
    await expect.poll(status).toBe('COMPLETED')
  })
})
