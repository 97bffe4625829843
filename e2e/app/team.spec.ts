import { expect, test } from '@playwright/test'
import { InboxPage } from '../pages/inbox-page.ts'
import { acceptInvitation, password, postFrom, setUpAccount, startWithLogin } from '../support/access.ts'
import { expectAccessible } from '../support/accessible.ts'
import type { Heddle } from '../support/heddle.ts'

const loan = `workflow_type: TeamLoan
steps:
  - name: Approval
    type: HUMAN
    title: "Loan for the team"
    assignees: [ben]
    form: { type: object, required: [approved], properties: { approved: { type: boolean } } }
`

let heddle: Heddle
test.beforeAll(async () => {
  heddle = await startWithLogin()
})
test.afterAll(() => heddle.stop())

test('from the first start to an approval by a second person', { tag: '@main' }, async ({ page, browser }) => {
  const startedAt = performance.now()
  await setUpAccount(page, heddle)
  const link = await test.step('an approver is invited', async () => {
    await page.goto(`${heddle.url}/settings/members`)
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByRole('checkbox', { name: /^Approver/ }).click()
    await expectAccessible(page, 'invite a person')
    await page.getByRole('button', { name: 'Create the link' }).click()
    const field = page.getByLabel('Link', { exact: true })
    await expect(field).toHaveValue(/\/invite#/)
    return field.inputValue()
  })
  const other = await (await browser.newContext()).newPage()
  await test.step('the approver accepts', async () => {
    await other.goto(link)
    await expectAccessible(other, 'invitation', { alsoDark: true })
    await acceptInvitation(other, link, 'Ben', 'ben@example.com')
  })
  await test.step('and decides the task of a run', async () => {
    expect((await postFrom(page, '/v1/workflows', 'application/yaml', loan)).status).toBe(201)
    const { body } = await postFrom(page, '/v1/workflows/run?name=TeamLoan', 'application/json', '{"input":{}}')
    if (new URL(other.url()).pathname === '/login') {
      await other.getByLabel('Mail address').fill('ben@example.com')
      await other.getByLabel('Password').fill(password)
      await other.getByRole('button', { name: 'Log in', exact: true }).click()
      await other.waitForURL((url) => url.pathname !== '/login')
    }
    await other.goto(`${heddle.url}/inbox`)
    await new InboxPage(other).decide('Loan for the team', 'a')
    const status = () =>
      page.evaluate(async (id) => {
        const response = await fetch(`/v1/workflow-runs/${id}`)
        return ((await response.json()) as { workflow_status: string }).workflow_status
      }, body.run_id)
    await expect.poll(status).toBe('COMPLETED')
  })
  console.log(`first start to approval: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
})
