import { expect, test } from '@playwright/test'
import pg from 'pg'
import { findRunning } from '../../server/db/find-database.ts'
import { password, setUpAccount, startWithLogin } from '../support/access.ts'
import { expectAccessible } from '../support/accessible.ts'
import type { Heddle } from '../support/heddle.ts'

let heddle: Heddle
test.beforeAll(async () => {
  heddle = await startWithLogin()
})
test.afterAll(() => heddle.stop())

/** Eleven minutes pass for every login. */
async function letLoginsAge(): Promise<void> {
  const client = new pg.Client({ connectionString: (await findRunning(heddle.dataDir)) ?? '' })
  await client.connect()
  await client.query(
    `update session set "createdAt" = "createdAt" - interval '11 minutes', "confirmedAt" = "confirmedAt" - interval '11 minutes'`,
  )
  await client.end()
}

test('a change of access asks for the password when the login is old, and then goes on (access 6; ASVS 7.5.1, 7.5.3)', async ({
  page,
}) => {
  await setUpAccount(page, heddle)
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const key = page.getByRole('dialog', { name: 'Create an API key' })

  await test.step('an API key: leaving the dialog keeps what was typed', async () => {
    await page.goto(`${heddle.url}/settings/keys`)
    await letLoginsAge()
    await page.getByRole('button', { name: 'Create a key' }).first().click()
    await key.getByLabel('Name', { exact: true }).fill('pipeline')
    await key.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(dialog).toBeVisible()
    await expect(dialog.getByLabel('Password')).toBeFocused()
    await expectAccessible(page, 'confirm the login', { alsoDark: true })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(key.getByText('Confirm that it is you: log in again')).toBeVisible()
    await expect(key.getByLabel('Name', { exact: true })).toHaveValue('pipeline')
  })
  await test.step('a wrong password is refused, the right one creates the key', async () => {
    await key.getByRole('button', { name: 'Create', exact: true }).click()
    await dialog.getByLabel('Password').fill('another password than that')
    await dialog.getByLabel('Password').press('Enter')
    await expect(dialog.getByText('The password is wrong.')).toBeVisible()
    await dialog.getByLabel('Password').fill(password)
    await dialog.getByLabel('Password').press('Enter')
    await expect(page.getByLabel('API key', { exact: true })).toHaveValue(/^hdl_/)
    await page.getByRole('button', { name: 'Done' }).click()
  })
  await test.step('an invitation asks in the same way', async () => {
    await page.goto(`${heddle.url}/settings/members`)
    await letLoginsAge()
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByRole('button', { name: 'Create the link' }).click()
    await dialog.getByLabel('Password').fill(password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByLabel('Link', { exact: true })).toHaveValue(/\/invite#/)
  })
})
