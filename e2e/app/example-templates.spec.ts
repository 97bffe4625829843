import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { type Heddle, startHeddle } from '../support/heddle.ts'

let heddle: Heddle
test.beforeAll(async () => {
  heddle = await startHeddle()
})
test.afterAll(() => heddle.stop())

/** One click on *Run example* of a template in the gallery. */
async function runExample(page: Page, name: string): Promise<void> {
  await page.goto(`${heddle.url}/workflows?new=template`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('list', { name: 'Templates' }).getByRole('button', { name }).click()
  const article = dialog.getByRole('article', { name })
  await expect(article.getByRole('combobox')).toContainText('Example server of Heddle')
  await expectAccessible(page, `gallery: ${name}`)
  await article.getByRole('button', { name: 'Run example' }).click()
  await page.waitForURL(/\/runs\//)
}

const completed = (page: Page) => expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()

/** Says yes on the page of the run. */
async function approve(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /Decide/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  const yes = dialog.getByRole('radio').or(dialog.getByRole('checkbox')).first()
  await yes.press('Space')
  await yes.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
}

test('DatabaseReport, from the gallery to a good end', async ({ page }) => {
  await runExample(page, 'DatabaseReport')
  await completed(page)
})

test('DecisionMail: the link in the mail leads to the run, where a person decides', async ({ page }) => {
  await runExample(page, 'DecisionMail')
  const run = page.url()
  await page.goto(`${heddle.url}/settings/connections#example-mails`)
  const mails = page.getByRole('list', { name: 'Mails of the example server' })
  await expect(mails.getByText('Please decide: a table loom')).toBeVisible()
  await expectAccessible(page, 'settings: mails of the example server')
  await mails.getByRole('link').click()
  await expect(page).toHaveURL(run)
  await approve(page)
  await completed(page)
})

test('RefundAgent asks a person before it refunds', async ({ page }) => {
  await runExample(page, 'RefundAgent')
  await approve(page)
  await completed(page)
})
