import { expect } from '../support/fixtures.ts'
import { test } from './sample-data.ts'
import { failing, shoot, shootLoading, shootNarrow } from './shoot.ts'

test('each page while its data are on their way', async ({ page, samples }) => {
  for (const [name, path] of [
    ['overview', '/'],
    ['workflows', '/workflows'],
    ['runs', '/runs'],
    ['run', `/runs/${samples.approval}`],
    ['inbox', '/inbox'],
    ['designer', '/workflows/LoanApproval'],
    ['triggers', '/triggers'],
    ['locks', '/locks'],
    ['workers', '/workers'],
    ['settings-alerts', '/settings/alerts'],
    ['settings-webhooks', '/settings/webhooks'],
    ['settings-secrets', '/settings/secrets'],
    ['settings-audit', '/settings/audit'],
  ] as const)
    await shootLoading(page, name, path)
})

test('each page whose data cannot be had', async ({ page, samples, complaints }) => {
  for (const [name, path, procedure] of [
    ['overview', '/', 'overview.get'],
    ['workflows', '/workflows', 'workflows.list'],
    ['runs', '/runs', 'runs.list'],
    ['run', `/runs/${samples.approval}`, 'runs.get'],
    ['inbox', '/inbox', 'inbox.list'],
    ['designer', '/workflows/LoanApproval', 'workflows.draft'],
    ['triggers', '/triggers', 'triggers.list'],
    ['workers', '/workers', 'overview.processes'],
    ['settings-retention', '/settings/retention', 'retention.get'],
  ] as const) {
    await failing(page, procedure)
    await page.goto(path)
    await expect(page.getByRole('button', { name: /again/i }).first()).toBeVisible()
    await shoot(page, `${name}-failed`)
    await shootNarrow(page, `${name}-failed`)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/ 500 |Something went wrong/.test(text)))
})

test('lists in which the filter leaves nothing', async ({ page, samples }) => {
  expect(samples.failed).not.toBe('')
  for (const [name, path] of [
    ['workflows', '/workflows?q=nothing-like-that'],
    ['runs', '/runs?q=nothing-like-that'],
    ['inbox', '/inbox?q=nothing-like-that'],
    ['locks', '/locks?used=true'],
  ] as const) {
    await page.goto(path)
    await expect(page.locator('main')).toBeVisible()
    await shoot(page, `${name}-nothing`)
    await shootNarrow(page, `${name}-nothing`)
  }
})

test('the retention of runs, and the page of a new password', async ({ page, samples }) => {
  expect(samples.failed).not.toBe('')
  await page.goto('/settings/retention')
  const change = page.getByRole('button', { name: 'Change the retention of LoanApproval' })
  await expect(change).toBeVisible()
  await shoot(page, 'settings-retention')
  await shootNarrow(page, 'settings-retention')
  await change.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await shoot(page, 'settings-retention-dialog')
  await shootNarrow(page, 'settings-retention-dialog')
  for (const [name, path] of [
    ['reset', '/reset#a=ada&t=none'],
    ['reset-refused', '/reset'],
  ] as const) {
    await page.goto('about:blank')
    await page.goto(path)
    await expect(page.locator('main')).toBeVisible()
    await shoot(page, name)
    await shootNarrow(page, name)
  }
})
