import { expect } from '../fixtures.ts'
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
  await open('failed', 'FAILED')
  await run.node('Validate_Order').click()
  await expect(page.getByRole('heading', { name: 'Validate_Order' })).toBeVisible()
  await shoot(page, 'run-failed-step')
  await shootNarrow(page, 'run-failed-step')
  await open('undone', 'FAILED_ROLLED_BACK')
  await shoot(page, 'run-rolled-back')
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
