import { expect, type Page, test } from '@playwright/test'
import { startTestProvider, type TestProvider } from '../../server/identity/testing/test-provider.ts'
import { InboxPage } from '../pages/inbox-page.ts'
import { postFrom, setUpAccount, startWithLogin } from '../support/access.ts'
import { expectAccessible } from '../support/accessible.ts'
import { freePort, type Heddle } from '../support/heddle.ts'

const loan = `workflow_type: ProviderLoan
steps:
  - name: Approval
    type: HUMAN
    title: "Loan of the lenders"
    groups: [lenders]
    form: { type: object, required: [approved], properties: { approved: { type: boolean } } }
`

let heddle: Heddle
let provider: TestProvider
test.beforeAll(async () => {
  const port = await freePort()
  provider = await startTestProvider(`http://127.0.0.1:${port}`)
  provider.people.set('ben', {
    ...{ name: 'Ben Brook', email: 'ben@acme.example', email_verified: true, groups: ['staff-lenders'] },
  })
  const { issuer, clientId, clientSecret } = provider.settings()
  heddle = await startWithLogin({
    port,
    env: {
      HEDDLE_OIDC_ISSUER: issuer,
      HEDDLE_OIDC_CLIENT_ID: clientId,
      HEDDLE_OIDC_CLIENT_SECRET: clientSecret,
      HEDDLE_OIDC_NAME: 'Acme',
      HEDDLE_OIDC_DOMAINS: 'acme.example',
    },
  })
})
test.afterAll(async () => {
  await heddle.stop()
  await provider.stop()
})

const call = (page: Page, procedure: string, input: object) =>
  postFrom(page, `/api/trpc/${procedure}`, 'application/json', JSON.stringify(input))

async function logInAtAcme(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log in with Acme' }).click()
  await page.getByLabel('Name at Acme').fill('ben')
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('from the first start to an approval by a person of the provider, and logout there (access 8, 22; ASVS 7.4.1, 7.6.1, 10.5.1, 10.5.5)', async ({
  page,
  browser,
}) => {
  await test.step('the administrator maps a group of the provider', async () => {
    await setUpAccount(page, heddle)
    expect((await call(page, 'directory.saveGroup', { id: 'lenders', name: 'Lenders' })).status).toBe(200)
    await page.goto(`${heddle.url}/settings/members`)
    for (const gives of ['Lenders', 'Approver']) {
      await page.getByRole('button', { name: 'Add a mapping' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox').fill('staff-lenders')
      await dialog.getByRole('combobox', { name: 'Gives' }).click()
      await page.getByRole('option', { name: new RegExp(`^${gives}`) }).click()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog).toBeHidden()
    }
    await expect(page.getByText('staff-lenders')).toHaveCount(2)
  })
  const other = await (await browser.newContext()).newPage()
  await test.step('a person of the provider logs in for the first time, and comes back to the page', async () => {
    await other.goto(`${heddle.url}/inbox`)
    await expect(other.getByRole('button', { name: 'Log in with Acme' })).toBeVisible()
    await expectAccessible(other, 'login with a provider', { alsoDark: true })
    await other.getByRole('button', { name: 'Log in with Acme' }).click()
    await other.getByRole('button', { name: 'Cancel' }).click()
    await expect(other.getByText('The login was cancelled.')).toBeVisible()
    await expectAccessible(other, 'cancelled login', { alsoDark: true })
    await logInAtAcme(other)
    await other.waitForURL(`${heddle.url}/inbox`)
  })
  await test.step('and decides the task of the mapped group', async () => {
    expect((await postFrom(page, '/v1/workflows', 'application/yaml', loan)).status).toBe(201)
    const { body } = await postFrom(page, '/v1/workflows/run?name=ProviderLoan', 'application/json', '{"input":{}}')
    await new InboxPage(other).decide('Loan of the lenders', 'a')
    const status = () =>
      page.evaluate(async (id) => {
        const response = await fetch(`/v1/workflow-runs/${id}`)
        return ((await response.json()) as { workflow_status: string }).workflow_status
      }, body.run_id)
    await expect.poll(status).toBe('COMPLETED')
  })
  await test.step('the sessions page asks for no password', async () => {
    await other.goto(`${heddle.url}/settings/sessions`)
    await expect(other.getByText('You log in with Acme.')).toBeVisible()
    await expect(other.getByLabel('Current password')).toBeHidden()
    await expectAccessible(other, 'sessions of a provider', { alsoDark: true })
  })
  await test.step('signing out ends the session at the provider, which asks for the name again', async () => {
    await other.getByRole('button', { name: 'Ben Brook' }).click()
    await other.getByRole('menuitem', { name: 'Sign out' }).click()
    await other.getByRole('button', { name: /sign me out/i }).click()
    await other.waitForURL(`${heddle.url}/login`)
    await logInAtAcme(other)
    await expect(other.getByRole('heading', { name: 'Overview' })).toBeVisible()
  })
  await test.step('a logout at the provider alone ends the session here', async () => {
    const elsewhere = await other.context().newPage()
    await elsewhere.goto(`${provider.issuer}/session/end`)
    await elsewhere.getByRole('button', { name: /sign me out/i }).click()
    await expect.poll(async () => (await other.request.get(`${heddle.url}/v1/workflows`)).status()).toBe(401)
  })
})
