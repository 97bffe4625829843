import { RunPage } from '../pages/run-page.ts'
import { RunsPage } from '../pages/runs-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { example, uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'
import { openGate } from '../support/gate.ts'

test('the server goes away while somebody follows a link: the page stays, says so, and gets there by itself', async ({
  browser,
  heddle,
  rest,
}) => {
  const name = uniqueName('LoanApproval')
  await rest.publish(example('loan-approval', name))
  await rest.start(name, { customer: 'Weaver & Sons', amount: 24_000 })
  const gate = await openGate(heddle.url)
  const context = await browser.newContext({ baseURL: gate.url })
  const page = await context.newPage()
  const runs = new RunsPage(page)
  const lost = page.getByRole('status').filter({ hasText: 'Connection to the server lost.' })
  await runs.open(`?workflow=${name}`)
  await expect(runs.row(name)).toHaveCount(1)
  // A reload or a navigation away from the page loses this marker.
  await page.evaluate(() => Object.assign(window, { stays: true }))
  // The page's content may be there before the stream that keeps the content live.
  const closeLive = async () => {
    await expect.poll(gate.streams).toBeGreaterThan(0)
    expect(await gate.close()).toBeGreaterThan(0)
  }

  await test.step('to a page that has not been on its way: it waits, and what is shown stays', async () => {
    await closeLive()
    await runs.row(name).getByRole('link', { name }).click()
    await expect(lost).toContainText('The page you selected opens then.')
    await expect(runs.row(name)).toHaveCount(1)
    await expectAccessible(page, 'a lost connection', { alsoDark: true })
    await gate.open()
    await expect(new RunPage(page).status('WAITING_HUMAN_INPUT')).toBeVisible()
    await expect(lost).toBeHidden()
  })

  await test.step('in the navigation: nothing has to be pressed for the page to have its data', async () => {
    await closeLive()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Workflows' }).click()
    await expect(lost).toBeVisible()
    await gate.open()
    await expect(page.getByRole('link', { name })).toBeVisible()
    await expect(page).toHaveURL(/\/workflows$/)
    await expect(lost).toBeHidden()
  })
  expect(await page.evaluate(() => 'stays' in window)).toBe(true)
  await context.close()
  await gate.close()
})
