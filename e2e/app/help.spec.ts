import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/fixtures.ts'

test('help is one key away on every page, is found by a word, and is read without a mouse', async ({ page }) => {
  await page.goto('/runs')
  await expect(page.getByRole('link', { name: 'Help' })).toBeVisible()
  // Rows or their absence come from the script of the page, which hears keys by then.
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(page.getByRole('heading', { name: 'How can we help?' })).toBeVisible()
  await expectAccessible(page, 'help', { alsoDark: true })

  await test.step('a word finds the sections that contain it, the best first', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('compensate')
    const results = page.getByRole('list', { name: 'Search help' }).getByRole('link')
    await expect(results.filter({ hasText: 'Rollback (saga)' })).toBeVisible()
    await expectAccessible(page, 'help, searched')
    await results.filter({ hasText: 'Rollback (saga)' }).first().click()
    await expect(page).toHaveURL(/\/docs\/failures#rollback-saga$/)
    await expect(page.getByRole('heading', { name: 'Rollback (saga)' })).toBeInViewport()
  })

  await test.step('a page has code, tables, anchors and its neighbours', async () => {
    await expectAccessible(page, 'a help page', { alsoDark: true })
    await page.getByRole('link', { name: /^Next/ }).click()
    await expect(page.getByRole('heading', { name: 'Sub-workflows, loops and parallel work', level: 2 })).toBeVisible()
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Step types' }).click()
    await expect(page.getByRole('figure', { name: 'Table' }).first()).toBeVisible()
    await page.getByRole('link', { name: 'HUMAN', exact: true }).first().click()
    await expect(page.getByRole('heading', { name: /^HUMAN / })).toBeInViewport()
  })

  await test.step('a phone shows it without scrolling sideways', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/docs/reference/definition')
    await expect(page.getByRole('heading', { name: 'Keys of a definition', level: 2 })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await expectAccessible(page, 'a help page, narrow')
  })
})

test('a help page that does not exist says so', { tag: '@main' }, async ({ page, complaints }) => {
  await page.goto('/docs/nowhere')
  await expect(page.getByText('This help page does not exist.')).toBeVisible()
  // The browser itself reports the answer 404.
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('404')))
})
