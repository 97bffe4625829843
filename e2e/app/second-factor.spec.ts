import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page, test } from '@playwright/test'
import pg from 'pg'
import { findRunning } from '../../server/db/find-database.ts'
import { codeOf } from '../../server/web/testing/authenticator-app.ts'
import { acceptInvitation, loginEnv, password, setUpAccount, startWithLogin } from '../support/access.ts'
import { expectAccessible } from '../support/accessible.ts'
import type { Heddle } from '../support/heddle.ts'

const newPassword = 'a new one after the holidays'

let heddle: Heddle
test.beforeAll(async () => {
  heddle = await startWithLogin()
})
test.afterAll(() => heddle.stop())

/** Sets the second factor up in the form of the page, by the key that is shown beside the QR code; a backup code. */
async function setUpSecondFactor(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Turn on' }).click()
  const secret = await page.locator('code').innerText()
  await page.getByLabel('Authenticator code').fill(await codeOf(`otpauth://totp/Heddle?secret=${secret}`))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Backup codes' })).toBeVisible()
  return page
    .locator('li', { hasText: /^\w{5}-\w{5}$/ })
    .first()
    .innerText()
}

test('an owner demands a second factor, and an operator lets a member set a new password (access 4, 6; ASVS 6.3.3, 6.4.3)', async ({
  page,
  browser,
}) => {
  await setUpAccount(page, heddle)

  const other = await (await browser.newContext()).newPage()
  let backupCode = ''
  await test.step('a member joins', async () => {
    await page.goto(`${heddle.url}/settings/members`)
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByRole('button', { name: 'Create the link' }).click()
    const link = page.getByLabel('Link', { exact: true })
    await expect(link).toHaveValue(/\/invite#/)
    await acceptInvitation(other, await link.inputValue(), 'Ben', 'ben@example.com')
    await expect(other.getByRole('heading', { name: 'Overview' })).toBeVisible()
  })
  await test.step('the administrator demands it, and has to have one first', async () => {
    await page.goto(`${heddle.url}/settings/members`)
    const demand = page.getByRole('checkbox', { name: 'Require a second factor from everyone' })
    await demand.click()
    await expect(page.getByText('Turn on your own second factor first')).toBeVisible()
    await page.goto(`${heddle.url}/settings/sessions`)
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
    await setUpSecondFactor(page)
    await page.goto(`${heddle.url}/settings/members`)
    await demand.click()
    await expect(demand).toBeChecked()
  })
  await test.step('the member is led through its setup, and back', async () => {
    await other.goto(`${heddle.url}/runs`)
    await expect(other).toHaveURL(/\/second-factor\?to=%2Fruns$/)
    await expectAccessible(other, 'setup of a second factor', { alsoDark: true })
    await other.getByLabel('Password').fill(password)
    backupCode = await setUpSecondFactor(other)
    await other.getByRole('button', { name: 'Continue' }).click()
    await expect(other).toHaveURL(/\/runs$/)
    await expect(other.getByRole('heading', { name: 'Runs', level: 1 })).toBeVisible()
  })
  await test.step('a session that has not shown it is asked for it', async () => {
    const code = backupCode
    // An open page redirects itself to the second factor, which would abort the navigation below.
    await other.goto('about:blank')
    const client = new pg.Client({ connectionString: (await findRunning(heddle.dataDir)) ?? '' })
    await client.connect()
    await client.query(`update session set "secondFactorAt" = null`)
    await client.end()
    await other.goto(`${heddle.url}/runs`)
    await expect(other.getByRole('heading', { name: 'Enter your second factor' })).toBeVisible()
    await expectAccessible(other, 'second factor of a session', { alsoDark: true })
    await other.getByLabel('Password').fill(password)
    await other.getByLabel('Authenticator code').fill(code)
    await other.getByRole('button', { name: 'Continue' }).click()
    await expect(other.getByRole('heading', { name: 'Runs', level: 1 })).toBeVisible()
  })
  await test.step('a link of the operator sets a new password, and the code is still asked for', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, '../../cli/heddle.mjs'), 'admin', 'reset-link', 'ben@example.com'],
      { env: { ...process.env, ...loginEnv, HEDDLE_DATA_DIR: heddle.dataDir, PORT: String(heddle.port) } },
    )
    await other.goto(/http:\S+\/reset#\S+/.exec(stdout)?.[0] ?? '')
    await expectAccessible(other, 'new password by a link', { alsoDark: true })
    await other.getByLabel('New password').fill(newPassword)
    await other.getByRole('button', { name: 'Set the password' }).click()
    await expect(other).toHaveURL(/\/login$/)
    await other.getByLabel('Mail address').fill('ben@example.com')
    await other.getByLabel('Password').fill(newPassword)
    await other.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(other.getByLabel('Authenticator code')).toBeVisible()
  })
})
