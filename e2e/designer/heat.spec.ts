import { RunsPage } from '../pages/runs-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

const approvals = (name: string) => `workflow_type: ${name}
steps:
  - { name: Prepare, type: TRANSFORM, set: { amount: input.amount } }
  - { name: Check, type: SCRIPT, code: "if (state.amount < 0) throw new Error('negative'); return {}" }
  - { name: Approve, type: HUMAN, title: Sign it }
  - { name: Book, type: TRANSFORM, set: { booked: "true" }, compensate_function: payments.refund }
`

test('the canvas says how many live runs stand at a step and how many failed there, and leads to exactly these', async ({
  page,
  designer,
  rest,
}) => {
  const name = uniqueName('Heat')
  await rest.publish(approvals(name))
  for (const amount of [1, 2]) await rest.startToAsk(name, { amount })
  const { run_id: failed } = await rest.start(name, { amount: -1 })
  await expect.poll(async () => (await rest.run(failed)).workflow_status).toBe('FAILED')

  await designer.open(name)
  const toggle = designer.canvas.getByRole('button', { name: 'Live runs at steps' })
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
  const live = designer.canvas.getByRole('link', { name: 'Live runs at Sign it: 2', exact: true })
  await expect(live).toHaveCount(0)
  await toggle.click()
  await expect(live).toBeVisible()
  await expect(designer.canvas.getByText('Live: 2 runs')).toBeVisible()
  await expect(designer.canvas.getByText(/^Median time of Prepare in the last runs: /)).toBeAttached()
  await expectAccessible(page, 'the canvas with live runs', { alsoDark: true })

  // A run that comes to the step is counted while the canvas is open.
  await rest.startToAsk(name, { amount: 3 })
  await expect(designer.canvas.getByRole('link', { name: 'Live runs at Sign it: 3' })).toBeVisible()

  const rows = new RunsPage(page).row(name)
  await designer.canvas.getByRole('link', { name: 'Runs that failed at Check in the last 24 hours: 1' }).click()
  await expect(page).toHaveURL(/\/runs\?.*failedStep=Check/)
  await expect(rows).toHaveCount(1)

  // The choice is remembered in this browser.
  await designer.open(name)
  await designer.canvas.getByRole('link', { name: 'Live runs at Sign it: 3' }).click()
  await expect(rows).toHaveCount(3)
  // Without the condition, the failed run is listed, too.
  await page.getByRole('button', { name: 'Any current step' }).click()
  await expect(rows).toHaveCount(4)
})

test('a draft that is not published has no runs to show', async ({ designer, workflows, page }) => {
  const name = uniqueName('Fresh')
  await workflows.createBlank(name)
  await expect(designer.canvas.getByRole('button', { name: 'Live runs at steps' })).toBeDisabled()
  await page.keyboard.press('Shift+H')
  await expect(designer.canvas.getByText('No live runs')).toHaveCount(0)
})
