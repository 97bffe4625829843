import { expect, test } from '@playwright/test'
import { startTestProvider, type TestProvider } from '../../server/identity/testing/test-provider.ts'
import { setUpAccount, startWithLogin } from '../support/access.ts'
import { expectAccessible } from '../support/accessible.ts'
import { freePort, type Heddle } from '../support/heddle.ts'

let heddle: Heddle
let provider: TestProvider
test.beforeAll(async () => {
  const port = await freePort()
  provider = await startTestProvider(`http://127.0.0.1:${port}`, { id: 'owner.local' })
  provider.people.set('ben', { name: 'Ben Brook', email: 'ben@acme.example', email_verified: true, groups: ['staff'] })
  heddle = await startWithLogin({ port, env: { HEDDLE_HTTP_ALLOW: new URL(provider.issuer).host } })
})
test.afterAll(async () => {
  await heddle.stop()
  await provider.stop()
})

test('an administrator sets up the own provider of the owner, and a person logs in to it alone (access 8, 22; ASVS 10.5.1)', async ({
  page,
  browser,
}) => {
  const { issuer, clientId, clientSecret } = provider.settings()
  await test.step('the provider is set up and tested', async () => {
    await setUpAccount(page, heddle)
    await page.goto(`${heddle.url}/settings/members`)
    const section = page.getByRole('region', { name: 'Login provider' })
    await section.getByRole('button', { name: 'Set up' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(`${heddle.url}/api/auth/callback/owner.local`)).toBeVisible()
    for (const [label, value] of [
      ['Name on the button', 'Acme'],
      ['Issuer', issuer],
      ['Client id', clientId],
      ['Client secret', 'a wrong secret'],
      ['Domains whose people join without an invitation', 'acme.example'],
    ] as const)
      await dialog.getByLabel(label).fill(value)
    await expectAccessible(page, 'dialog of the login provider', { alsoDark: true })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await section.getByRole('button', { name: 'Test the connection' }).click()
    await expect(section.getByRole('alert')).toContainText('does not know this client id with this client secret')
    await section.getByRole('button', { name: 'Change' }).click()
    await dialog.getByLabel('Client secret').fill(clientSecret)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await section.getByRole('button', { name: 'Test the connection' }).click()
    await expect(section.getByText('The provider answers and knows this client.')).toBeVisible()
    await expectAccessible(page, 'members with a login provider', { alsoDark: true })
  })
  const other = await (await browser.newContext()).newPage()
  await test.step('a person finds it by the id of the owner, and comes back to the page', async () => {
    await other.goto(`${heddle.url}/runs`)
    await expect(other.getByRole('button', { name: 'Log in with Acme' })).toBeHidden()
    await other.getByRole('button', { name: 'Log in with the provider of your organisation' }).click()
    await other.getByLabel('Owner').fill('local')
    await expectAccessible(other, 'login to an owner', { alsoDark: true })
    await other.getByRole('button', { name: 'Continue' }).click()
    await other.getByRole('button', { name: 'Log in with Acme' }).click()
    await other.getByLabel('Name at Acme').fill('ben')
    await other.getByRole('button', { name: 'Continue' }).click()
    await other.waitForURL(`${heddle.url}/runs`)
  })
  await test.step('the switcher says that the login leads here alone', async () => {
    await other.getByRole('button', { name: /^Owner, now/ }).click()
    await expect(other.getByText('You logged in with Acme, which gives access to this owner only.')).toBeVisible()
    await other.getByRole('menuitem', { name: 'Log in to another owner' }).click()
    await other.getByRole('button', { name: /sign me out/i }).click()
    await other.waitForURL(`${heddle.url}/login`)
  })
})
