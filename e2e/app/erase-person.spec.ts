import { expect, test } from '@playwright/test'
import pg from 'pg'
import { findRunning } from '../../server/db/find-database.ts'
import { callAs, password, setUpAccount, startWithLogin } from '../support/access.ts'
import { expectAccessible } from '../support/accessible.ts'
import type { Heddle } from '../support/heddle.ts'

let heddle: Heddle
test.beforeAll(async () => {
  heddle = await startWithLogin()
})
test.afterAll(() => heddle?.stop())

test('an administrator erases a person, who is out at once and whose name is in no page and no row any more (access 13)', async ({
  page,
  browser,
}) => {
  const name = 'Zygmunt Canary'
  await setUpAccount(page, heddle)
  const { token } = await callAs<{ token: string }>(page.context(), heddle, 'invites.create', { roles: ['operator'] })
  const visitor = await browser.newContext()
  const account = { name, email: 'zygmunt@example.com', password }
  await callAs(visitor, heddle, 'invites.accept', { token, account })
  await page.goto(`${heddle.url}/settings/members`)
  const dialog = page.getByRole('dialog', { name: `Erase ${name}?` })

  await test.step('only with the id typed', async () => {
    await page.getByRole('button', { name: `More for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Erase the person…' }).click()
    await expect(dialog).toBeVisible()
    await expectAccessible(page, 'erase a person', { alsoDark: true })
    const erase = dialog.getByRole('button', { name: 'Erase for good' })
    await dialog.getByRole('textbox').fill('zygmunt')
    await expect(erase).toBeDisabled()
    await dialog.getByRole('textbox').fill('zygmunt.canary')
    await erase.click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(name)).toHaveCount(0)
  })
  await test.step('an engine ends it, and no row has the name', async () => {
    const client = new pg.Client({ connectionString: (await findRunning(heddle.dataDir)) ?? '' })
    await client.connect()
    const rows = async (text: string) => (await client.query(text)).rows
    await expect
      .poll(() => rows('select person_id from erased_person where done_at is not null'))
      .toEqual([{ person_id: 'zygmunt.canary' }])
    for (const table of ['person', '"user"', 'session', 'account', 'invite'])
      expect(JSON.stringify(await rows(`select * from ${table}`)), table).not.toContain('Zygmunt')
    await client.end()
  })
})
