import { expect } from '../fixtures.ts'
import { test } from './sample-data.ts'
import { shoot, shootNarrow } from './shoot.ts'

test('overview, lists, and what opens everywhere', async ({ page, complaints }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(page.getByText('TripBooking').first()).toBeVisible()
  await shoot(page, 'overview')
  await shootNarrow(page, 'overview')

  await page.goto('/workflows')
  await expect(page.getByRole('link', { name: 'LoanApproval' })).toBeVisible()
  await shoot(page, 'workflows')
  await shootNarrow(page, 'workflows')
  await page.getByRole('button', { name: 'New workflow' }).first().click()
  await shoot(page, 'workflows-menu')
  await page.getByRole('menuitem', { name: 'Blank' }).click()
  const dialog = page.getByRole('dialog')
  for (const [tab, name] of [
    ['Blank', 'blank'],
    ['Template', 'template'],
    ['Import', 'import'],
  ] as const) {
    await dialog.getByRole('tab', { name: tab }).click()
    if (name === 'template') await expect(dialog.getByRole('button', { name: /^Use it/ }).first()).toBeVisible()
    await shoot(page, `new-workflow-${name}`)
    await shootNarrow(page, `new-workflow-${name}`)
  }
  await page.keyboard.press('Escape')

  await page.goto('/runs')
  await expect(page.getByRole('link', { name: 'LoanApproval' })).toBeVisible()
  await shoot(page, 'runs')
  await shootNarrow(page, 'runs')
  await page.getByRole('checkbox', { name: 'Choose all runs that are shown' }).click()
  await shoot(page, 'runs-chosen')
  await page.getByRole('button', { name: 'Failures by cause' }).click()
  await expect(page.getByRole('list', { name: 'Failures by cause' })).toBeVisible()
  await shoot(page, 'runs-by-cause')
  await page.getByRole('button', { name: 'value', exact: true }).click()
  await shoot(page, 'runs-filter-by-value')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await shoot(page, 'command-palette')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await shoot(page, 'shortcut-sheet')

  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { name: 'There is nothing at this address' })).toBeVisible()
  await shoot(page, 'not-found')
  // The browser itself reports the answer 404.
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('404')))
})
