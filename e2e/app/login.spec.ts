import { expect, type Page, test } from '@playwright/test'
import { password, startWithLogin } from '../support/access.ts'
import { expectAccessible } from '../support/accessible.ts'
import type { Heddle } from '../support/heddle.ts'

let heddle: Heddle
test.beforeAll(async () => {
  heddle = await startWithLogin()
})
test.afterAll(() => heddle.stop())

/** What this browser has stored, but for how the app looks. */
const stored = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))

test('the setup link makes the first account once, and its owner logs out and in again (access 4, 6, 22; ASVS 6.2.6, 6.2.7, 6.3.1, 6.4.2, 7.4.4, 14.3.1, 14.3.3)', async ({
  page,
  browser,
}) => {
  const [link = ''] = /http:\S+\/setup#t=\S+/.exec(heddle.output()) ?? []
  await test.step('without an account there is the login alone, and no answer', async () => {
    await page.goto(`${heddle.url}/runs`)
    await expect(page).toHaveURL(/\/login\?to=%2Fruns$/)
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
    await expectAccessible(page, 'login', { alsoDark: true })
    expect((await page.request.get(`${heddle.url}/v1/workflows`)).status()).toBe(401)
  })
  await test.step('it asks for e-mail and password alone, masks what is typed, and lets a password be pasted', async () => {
    const fields = await page
      .locator('input')
      .evaluateAll((inputs) =>
        inputs.map((input) => `${input.getAttribute('type')} ${input.getAttribute('autocomplete')}`),
      )
    expect(fields).toEqual(['email username', 'password current-password'])
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate((text) => navigator.clipboard.writeText(text), password)
    await page.getByLabel('Password').focus()
    await page.keyboard.press('ControlOrMeta+v')
    await expect(page.getByLabel('Password')).toHaveValue(password)
  })
  await test.step('the link leads to the first account', async () => {
    await page.goto(link)
    await page.getByLabel('Your name').fill('Ada Alves')
    await page.getByLabel('Mail address').fill('ada@example.com')
    await page.getByLabel('Password').fill(password)
    await expectAccessible(page, 'setup', { alsoDark: true })
    await page.getByRole('button', { name: 'Create the account' }).click()
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  })
  await test.step('the link is gone', async () => {
    const other = await (await browser.newContext()).newPage()
    await other.goto(link)
    await other.getByLabel('Your name').fill('Eve')
    await other.getByLabel('Mail address').fill('eve@example.com')
    await other.getByLabel('Password').fill(password)
    await other.getByRole('button', { name: 'Create the account' }).click()
    await expect(other.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible()
    await other.context().close()
  })
  await test.step('every page of the settings is accessible', async () => {
    for (const name of ['notifications', 'sessions', 'keys', 'members', 'owners', 'secrets', 'audit']) {
      await page.goto(`${heddle.url}/settings/${name}`)
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
      await expectAccessible(page, `settings: ${name}`, { alsoDark: true })
    }
  })
  await test.step('signing out ends the session, and the password begins another', async () => {
    await page.evaluate(() => localStorage.setItem('heddle.copies.Loan', 'a draft of mine'))
    expect(await stored(page)).not.toMatch(/ada@example|four words|heddle=/i)
    await page.getByRole('button', { name: 'Ada Alves' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/login/)
    expect(await stored(page)).not.toContain('a draft of mine')
    await page.goto(`${heddle.url}/settings/sessions`)
    await page.getByLabel('Mail address').fill('ada@example.com')
    await page.getByLabel('Password').fill('another password than that')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page.getByText(/wrong|not right|does not/i).first()).toBeVisible()
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page).toHaveURL(/\/settings\/sessions$/)
    await expect(page.getByText('This browser')).toBeVisible()
  })
})
