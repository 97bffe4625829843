import { expect } from '../support/fixtures.ts'
import { test } from './sample-data.ts'
import { shoot, shootNarrow } from './shoot.ts'

test('one run, in each state', async ({ page, samples, run }) => {
  const open = async (key: keyof typeof samples, status: string) => {
    await run.open(samples[key])
    await expect(run.status(status)).toBeVisible()
  }

  await open('completed', 'COMPLETED')
  await shoot(page, 'run-completed')
  for (const tab of ['History', 'State']) {
    await page.getByRole('tab', { name: tab }).click()
    await shoot(page, `run-completed-${tab.toLowerCase()}`)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('tab', { name: /^History/ }).click()
  await shoot(page, 'run-history-narrow')
  await page.getByRole('button', { name: 'Filters' }).click()
  await shootNarrow(page, 'run-history-filters')
  await open('failed', 'FAILED')
  await run.node('Validate_Order').click()
  await expect(page.getByRole('heading', { name: 'Validate Order' })).toBeVisible()
  await shoot(page, 'run-failed-step')
  await shootNarrow(page, 'run-failed-step')
  await open('undone', 'FAILED_ROLLED_BACK')
  await shoot(page, 'run-rolled-back')
  await run.scrubber.press('Home')
  for (const said of ['Charge_Card failed', 'The rollback started', 'Reserve_Hotel was undone.']) await run.toMark(said)
  await shoot(page, 'run-at-an-instant')
  await shootNarrow(page, 'run-at-an-instant')
  await run.node('Reserve_Hotel').click()
  await run.details.getByRole('tab', { name: 'State' }).click()
  await page.getByRole('tab', { name: /^History/ }).click()
  await page.locator('tr[aria-current]').getByRole('button').click()
  await shoot(page, 'run-history-event')
  await page.keyboard.press('Escape')
  await open('fannedOut', 'WAITING_HUMAN_INPUT')
  await shoot(page, 'run-fanned-out')
  await open('deep', 'WAITING_CHILD_HUMAN_INPUT')
  await shoot(page, 'run-waiting-for-child')
  await open('approval', 'WAITING_HUMAN_INPUT')
  await shoot(page, 'run-waiting')
  await shootNarrow(page, 'run-waiting')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await shoot(page, 'run-cancel')
})
