import { expectAccessible } from './accessible.ts'
import { expect, freshTest as test } from './fixtures.ts'

const GREEN_WITHIN_MS = 60_000

test('axe finds nothing on the empty screens', async ({ page }) => {
  for (const [path, words] of [
    ['/', 'Draw a workflow. Run it. Lose nothing.'],
    ['/workflows', 'There are no workflows yet'],
    ['/runs', 'Nothing has run yet'],
    ['/inbox', 'Nothing to decide'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: words })).toBeVisible()
    await expectAccessible(page, `${path}, empty`)
  }
})

test('a newcomer reaches a green run within a minute, by clicks only', async ({ page, run }) => {
  const startedAt = performance.now()
  await page.goto('/')
  await page
    .getByRole('region', { name: 'Examples' })
    .getByRole('button', { name: /^Run it/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: /^Run/ }).click()
  await expect(run.status('COMPLETED')).toBeVisible({ timeout: GREEN_WITHIN_MS })
  expect(performance.now() - startedAt).toBeLessThan(GREEN_WITHIN_MS)
})
