import { expect, test } from '@playwright/test'
import { startTestProvider, type TestProvider } from '../../server/identity/testing/test-provider.ts'
import { setUpAccount, startWithLogin } from '../support/access.ts'
import { freePort, type Heddle } from '../support/heddle.ts'
import { shoot, shootNarrow } from './shoot.ts'

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

test('the login provider of an owner: none, its dialog, its tests, the login to it, and the owner switcher', async ({
  page,
  browser,
}) => {
  const both = async (name: string, of = page) => {
    await shoot(of, `login-provider-${name}`)
    await shootNarrow(of, `login-provider-${name}`)
  }
  const { issuer, clientId, clientSecret } = provider.settings()
  await setUpAccount(page, heddle)
  await page.goto(`${heddle.url}/settings/members`)
  const section = page.getByRole('region', { name: 'Login provider' })
  await section.getByRole('button', { name: 'Set up' }).scrollIntoViewIfNeeded()
  await both('none')
  await section.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(`${heddle.url}/api/auth/callback/owner.local`)).toBeVisible()
  await both('dialog')
  for (const [label, value] of [
    ['Name on the button', 'Acme'],
    ['Issuer', issuer],
    ['Client id', clientId],
    ['Client secret', 'a wrong secret'],
    ['Domains whose people join without an invitation', 'acme.example'],
  ] as const)
    await dialog.getByLabel(label).fill(value)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await section.getByRole('button', { name: 'Test the connection' }).click()
  await expect(section.getByRole('alert')).toContainText('does not know this client id with this client secret')
  await both('refused')
  await section.getByRole('button', { name: 'Change' }).click()
  await dialog.getByLabel('Client secret').fill(clientSecret)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await section.getByRole('button', { name: 'Test the connection' }).click()
  await expect(section.getByText('The provider answers and knows this client.')).toBeVisible()
  await both('works')

  const other = await (await browser.newContext({ viewport: { width: 1440, height: 860 } })).newPage()
  await other.goto(`${heddle.url}/runs`)
  await other.getByRole('button', { name: 'Log in with the provider of your organisation' }).click()
  await both('login-owner', other)
  await other.getByLabel('Owner').fill('local')
  await other.getByRole('button', { name: 'Continue' }).click()
  await expect(other.getByRole('button', { name: 'Log in with Acme' })).toBeVisible()
  await both('login', other)
  await other.getByRole('button', { name: 'Log in with Acme' }).click()
  await other.getByLabel('Name at Acme').fill('ben')
  await other.getByRole('button', { name: 'Continue' }).click()
  await other.waitForURL(`${heddle.url}/runs`)
  await other.getByRole('button', { name: /^Owner, now/ }).click()
  await expect(other.getByRole('menu')).toBeVisible()
  await shoot(other, 'login-provider-owner-switcher')
  await other.context().close()
})
