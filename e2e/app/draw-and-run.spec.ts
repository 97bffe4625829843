import { InboxPage } from '../pages/inbox-page.ts'
import { RunPage } from '../pages/run-page.ts'
import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

test('draw loan-approval by mouse, publish, run, approve from the inbox, and see it complete in another tab', {
  tag: '@main',
}, async ({ page, context, workflows, designer }) => {
  // The inbox shows the tasks of all journeys: this one's is known by its customer.
  const customer = uniqueName('Weaver')
  await workflows.createBlank(uniqueName('DrawnLoan'))
  await expect(designer.canvas).toBeVisible()

  await designer.dragStep('Function', { x: 740, y: 90 }, 'Calculate_Risk')
  await expect(designer.node('Calculate_Risk').getByText('1 to do')).toBeAttached()
  await designer.fill('Function', 'loans.calculate_risk')
  await designer.pullStep('Calculate_Risk', 'Decision', { x: 740, y: 300 }, 'Risk_Gate')
  await designer.pullStep('Risk_Gate', 'Function', { x: 990, y: 420 }, 'Disburse_Loan')
  await designer.fill('Function', 'loans.disburse')
  await designer.pullStep('Risk_Gate', 'Function', { x: 480, y: 420 }, 'Decline')
  await designer.fill('Function', 'loans.decline')
  await designer.pullStep('Risk_Gate', 'Human task', { x: 740, y: 520 }, 'Manager_Approval')
  await designer.fill('Task title', 'Loan of {{ input.amount }} for {{ input.customer }}')
  await designer.addFormField({ name: 'approved', kind: 'Yes or no', required: true })
  await designer.pullStep('Manager_Approval', 'Decision', { x: 740, y: 730 }, 'Decided')
  await designer.connect('Decided', 'Decline')
  await designer.connect('Decided', 'Disburse_Loan')

  await designer.select('Risk_Gate')
  await designer.makeOtherwise(0)
  await designer.setRoute(0, 'state.risk_score >= 75')
  await designer.setRoute(1, 'state.risk_score >= 40')
  await designer.select('Decided')
  await designer.makeOtherwise(0)
  await designer.setRoute(0, 'state.approved == true')

  await designer.saved()
  await designer.publish()
  await page.getByRole('button', { name: /^Run/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Input').fill(JSON.stringify({ customer, amount: 24_000 }))
  await dialog.getByRole('button', { name: /^Run/ }).click()
  await page.waitForURL(/\/runs\//)
  const watching = new RunPage(page)
  await expect(watching.status('WAITING_HUMAN_INPUT')).toBeVisible()

  const second = await context.newPage()
  const other = new InboxPage(second)
  await other.open()
  await other.decide(`Loan of 24000 for ${customer}`, 'a')
  await expect(watching.status('COMPLETED')).toBeVisible()
  await expect(watching.node('Disburse_Loan')).toContainText(/\d ms|\d s/)
})
