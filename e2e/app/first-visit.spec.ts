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

test('a blank workflow is in view on a wide screen and on a phone, and one link leads to all examples', async ({
  page,
}) => {
  for (const viewport of [
    { width: 1440, height: 860 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport)
    await page.goto('/')
    await expect(page.getByRole('figure', { name: /^Picture of a run/ })).toBeVisible()
    await expect(page.getByRole('link', { name: 'New workflow' })).toBeInViewport()
    await expect(page.getByRole('link', { name: 'Blank workflow' })).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width)
  }
  await expectAccessible(page, 'the first page, narrow', { alsoDark: true })
  await page.getByRole('link', { name: 'See all examples' }).click()
  await expect(
    page.getByRole('dialog').getByRole('list', { name: 'Templates' }).getByRole('button').first(),
  ).toBeVisible()
})

test('a newcomer reaches a green run by two clicks', async ({ page, run }) => {
  const startedAt = performance.now()
  await page.goto('/')
  await page
    .getByRole('region', { name: 'Examples' })
    .getByRole('button', { name: 'Run example Rollback (saga)' })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: /^Run/ }).click()
  await expect(run.status('COMPLETED')).toBeVisible()
  // Measured, not asserted: it is to be below a minute, the reading of a human included.
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  test.info().annotations.push({ type: 'measured', description: `green after ${seconds} s` })
})
