import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/fixtures.ts'

test('the tour has five steps, by keyboard, is skipped by Escape and begun again from the help', async ({ page }) => {
  await page.goto('/docs')
  const start = page.getByRole('button', { name: 'Take the tour' })
  await start.click()
  const card = page.getByRole('dialog', { name: 'Draw a workflow' })
  await expect(card).toBeFocused()
  await expect(page).toHaveURL(/\/workflows$/)
  await expectAccessible(page, 'the tour', { alsoDark: true })
  await page.keyboard.press('Escape')
  await expect(card).toHaveCount(0)

  await page.goto('/docs')
  await start.click()
  for (const title of ['Draw a workflow', 'Run it and watch', 'Decide tasks', 'See what works', 'Find anything']) {
    const step = page.getByRole('dialog', { name: title })
    await expect(step).toBeFocused()
    if (title === 'Find anything') await step.getByRole('button', { name: 'Done' }).click()
    else await page.keyboard.press('ArrowRight')
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/docs$/)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/docs')
  await start.click()
  await expect(
    page.getByRole('dialog', { name: 'Draw a workflow' }).getByRole('button', { name: 'Next' }),
  ).toBeInViewport()
})
