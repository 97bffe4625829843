import { example, uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'
import type { restClient } from '../support/rest.ts'

test('a run that fails says where and why, with the stack, and is retried from the step that failed', {
  tag: '@main',
}, async ({ page, run, rest }) => {
  const name = uniqueName('OrderProcessing')
  await rest.publish(example('order-processing', name))
  const { run_id } = await rest.start(name, { order_id: ' ', amount: 120 })
  await run.open(run_id)
  await expect(run.status('FAILED')).toBeVisible()
  await expect(run.sentence).toContainText('Validate Order')

  await run.node('Validate_Order').click()
  await expect(run.details).toContainText('The order has no number.')
  await expect(run.details).toContainText(/orders\.ts:\d+/)
  await expect(run.details.getByText('failed')).toBeVisible()

  await run.details.getByRole('button', { name: 'Retry from this step' }).click()
  const dialog = page.getByRole('dialog', { name: 'Retry this run' })
  await expect(dialog).toContainText('Validate_Order')
  await dialog.getByLabel('Reason').fill('The number may be there now.')
  await dialog.getByRole('button', { name: 'Retry', exact: true }).click()
  // The input is as blank as before: it fails again, seen live on the open page.
  await expect(run.details.getByRole('tab', { name: /^Attempts/ })).toContainText('2')
  await expect(run.status('FAILED')).toBeVisible()
  expect((await rest.run(run_id)).workflow_status).toBe('FAILED')
  expect(await failuresOf(rest, run_id)).toBe(2)
})

test('a waiting run is cancelled with a reason, seen live, and its task leaves the inbox', async ({
  page,
  context,
  run,
  inbox,
  rest,
}) => {
  const name = uniqueName('LoanApproval')
  const customer = uniqueName('Weaver')
  await rest.publish(example('loan-approval', name))
  const { run_id } = await rest.start(name, { customer, amount: 24_000 })
  await inbox.open()
  await expect(inbox.task(customer)).toBeVisible()

  const other = await context.newPage()
  await other.goto(`/runs/${run_id}`)
  await other.getByRole('button', { name: 'Cancel', exact: true }).click()
  const dialog = other.getByRole('dialog', { name: 'Cancel this run?' })
  await dialog.getByLabel('Reason').fill('The customer withdrew.')
  await dialog.getByRole('button', { name: 'Cancel run' }).click()
  await expect(other.getByRole('region', { name: 'Run status' })).toContainText('Cancelled')

  await expect(inbox.task(customer)).toBeHidden()
  await run.open(run_id)
  await expect(run.status('CANCELLED')).toBeVisible()
  await page.getByRole('tab', { name: /^History/ }).click()
  await expect(page.getByText('The customer withdrew.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toHaveCount(0)
  expect(await rest.run(run_id)).toMatchObject({ workflow_status: 'CANCELLED' })
})

test('long values scroll inside their block and push nothing out of the window', async ({ page, run, rest }) => {
  const name = uniqueName('OrderProcessing')
  await rest.publish(example('order-processing', name))
  const { run_id } = await rest.start(name, { order_id: 'A'.repeat(200), amount: 120 })
  await run.open(run_id)
  await expect(run.status('COMPLETED')).toBeVisible()
  await run.node('Validate_Order').click()
  await run.details.getByRole('tab', { name: 'Output' }).click()
  const output = run.details.getByRole('figure', { name: 'Output' })
  await expect(output).toContainText('A'.repeat(200))
  const [block, details] = [await output.boundingBox(), await run.details.boundingBox()]
  if (!block || !details) throw new Error('The output is not shown')
  expect(block.width).toBeGreaterThan(200)
  expect(block.x + block.width).toBeLessThanOrEqual(details.x + details.width)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
})

async function failuresOf(rest: ReturnType<typeof restClient>, id: string): Promise<number> {
  const { items } = await rest.history(id)
  return items.filter((event) => event.type === 'workflow.node.failed' && event.step === 'Validate_Order').length
}
