import { RunsPage } from '../pages/runs-page.ts'
import { expect } from '../support/fixtures.ts'
import { test } from './sample-data.ts'
import { shoot, shootNarrow } from './shoot.ts'

test('acting on a run: retry with its preview, run again, skip, mark done, jump', async ({ page, samples, run }) => {
  const dialog = page.getByRole('dialog')
  const preview = dialog.getByRole('list', { name: 'What happens to each step' })
  const close = () => dialog.getByRole('button', { name: 'Cancel' }).click()

  await run.open(samples.failed)
  await expect(run.status('FAILED')).toBeVisible()
  await page.getByRole('button', { name: 'Retry', exact: true }).click()
  await expect(preview).toBeVisible()
  await shoot(page, 'run-retry')
  await dialog.getByLabel('Edit input').click()
  await shoot(page, 'run-retry-input')
  await shootNarrow(page, 'run-retry')
  await close()
  await page.getByRole('button', { name: 'Run again' }).click()
  await expect(preview).toBeVisible()
  await shoot(page, 'run-again')
  await close()

  await run.open(samples.approval)
  await expect(run.status('WAITING_HUMAN_INPUT')).toBeVisible()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await shoot(page, 'run-more')
  await page.keyboard.press('Escape')
  for (const [action, name] of [
    ['Skip a step…', 'run-skip'],
    ['Mark a step done…', 'run-mark-done'],
    ['Jump to step…', 'run-jump'],
  ] as const) {
    await run.more(action)
    await expect(dialog).toBeVisible()
    await shoot(page, name)
    if (name !== 'run-skip') await shootNarrow(page, name)
    await close()
  }
})

test('acting on a run: the next step of one that is driven by hand, and an answer from its page', async ({
  page,
  samples,
  run,
  rest,
}) => {
  const dialog = page.getByRole('dialog')
  const { run_id } = await rest.start('OrderProcessing', { order_id: 'A-18', amount: 80 }, { drive: 'manual' })
  await run.open(run_id)
  await page.getByRole('button', { name: 'Next step' }).click()
  await dialog.getByLabel(/^Merge an input/).click()
  await shoot(page, 'run-next-step')
  await shootNarrow(page, 'run-next-step')
  await run.open(samples.approval)
  await run.sentence.getByRole('button', { name: 'Decide now' }).click()
  await expect(dialog.getByLabel(/^Reason/)).toBeVisible()
  await shoot(page, 'run-decide')
  await shootNarrow(page, 'run-decide')
})

test('acting on many runs: a retry on the newest version', async ({ page, samples }) => {
  expect(samples.failed).not.toBe('')
  const runs = new RunsPage(page)
  await runs.open('?by=cause')
  // One run of a cause is "it", several are "all".
  await runs.causes
    .getByRole('button', { name: /^Retry (?:run|all)$/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await shoot(page, 'runs-retry-many')
  await shootNarrow(page, 'runs-retry-many')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Retry/ }).click()
  await runs.operations.getByRole('button', { name: 'Results' }).first().click()
  await expect(dialog.getByRole('listitem').first()).toContainText('Failed')
  await shoot(page, 'runs-bulk-results')
  await shootNarrow(page, 'runs-bulk-results')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await runs.operations.getByRole('button', { name: 'Dismiss' }).first().click()
})
