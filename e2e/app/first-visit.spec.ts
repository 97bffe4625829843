import { expectAccessible } from '../support/accessible.ts'
import { expect, freshTest as test } from '../support/fixtures.ts'

test('axe finds nothing on the empty screens', async ({ page }) => {
  for (const [path, words] of [
    ['/', 'Draw a workflow. Run it. Lose nothing.'],
    ['/workflows', 'No workflows yet'],
    ['/runs', 'No runs yet'],
    ['/inbox', 'Nothing to decide'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: words })).toBeVisible()
    await expectAccessible(page, `${path}, empty`)
  }
})

test('a newcomer reaches a green run by two clicks', async ({ page, run }) => {
  const startedAt = performance.now()
  await page.goto('/')
  await page
    .getByRole('region', { name: 'Examples' })
    .getByRole('button', { name: /^Run example/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: /^Run/ }).click()
  await expect(run.status('COMPLETED')).toBeVisible()
  // Measured, not asserted: it is to be below a minute, the reading of a human included.
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  test.info().annotations.push({ type: 'measured', description: `green after ${seconds} s` })
})
