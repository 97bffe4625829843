import { expectAccessible } from '../support/accessible.ts'
import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

const draft = (name: string) => `workflow_type: ${name}
steps:
  - name: Report
    type: TRANSFORM
    set: { done: 'true' }
`

test('a schedule is added by clicks, published, run now, paused, and its run is seen', async ({
  page,
  workflows,
  designer,
}) => {
  const name = uniqueName('Nightly')
  await workflows.importText(draft(name))
  await page.getByRole('dialog').getByRole('link', { name }).click()
  await expect(designer.node('Report')).toBeVisible()
  const { canvas, inspector } = designer

  await test.step('Start opens the triggers; a preset with its time and the next five times', async () => {
    await canvas.getByRole('button', { name: /^Start: / }).click()
    await inspector.getByRole('button', { name: 'Add a schedule' }).click()
    await inspector.getByLabel('Repeats').click()
    await page.getByRole('option', { name: 'Monday to Friday' }).click()
    await inspector.getByLabel('At', { exact: true }).fill('07:30')
    await inspector.getByLabel('Time zone').fill('Europe/Berlin')
    await inspector.getByLabel('Time zone').press('Enter')
    await inspector.getByLabel('Time zone').blur()
    await expect(inspector.getByText('Next times').locator('..').getByRole('listitem')).toHaveCount(5)
    await expect(
      canvas.getByRole('button', { name: /^Start: Monday to Friday at 07:30, Europe\/Berlin/ }),
    ).toBeVisible()
    await expectAccessible(page, 'designer: a schedule')
  })

  await test.step('a wrong cron expression is a problem at its field', async () => {
    await inspector.getByLabel('Repeats').click()
    await page.getByRole('option', { name: 'Cron expression' }).click()
    const cron = inspector.getByLabel('Cron expression')
    await cron.fill('0 30 7 * * *')
    await cron.blur()
    await expect(inspector.getByText(/This has 6 fields/).first()).toBeVisible()
    await cron.fill('30 7 * * MON-FRI')
    await cron.blur()
    await expect(inspector.getByText(/This has 6 fields/)).toHaveCount(0)
  })

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Publish version/ })
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await test.step('the page of triggers starts a run at once, and shows it', async () => {
    await page.goto(`/triggers`)
    const row = page.getByRole('list', { name: 'Triggers' }).getByRole('listitem').filter({ hasText: name })
    await expect(row).toContainText('Monday to Friday at 07:30, Europe/Berlin')
    await expect(row).toContainText('Has not fired yet')
    await row.getByRole('button', { name: `Run ${name} schedule now` }).click()
    await expect(row).toContainText('Completed')
    await row.getByRole('button', { name: 'Pause' }).click()
    await expect(row).toContainText('Paused')
    await expectAccessible(page, 'triggers')
    await row.getByRole('link', { name: /Run$/ }).click()
    await page.getByText('About this run').click()
    await expect(page.getByText('Schedule', { exact: true })).toBeVisible()
  })
})
