import { expectAccessible } from '../support/accessible.ts'
import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

const checkout = (name: string) => `workflow_type: ${name}
saga_enabled: true
steps:
  - name: Reserve
    type: SCRIPT
    code: "return { reserved: true }"
    compensate_function: nowhere.release
  - name: Payment
    type: SIGNAL
    signal: paid
    schema: { type: object, required: [amount], properties: { amount: { type: number } } }
  - name: Check_Amount
    type: DECISION
    routes:
      - condition: state.amount > 100
        target: END
`

test('a signal is sent from the page of the run, by its form; what could not be undone is rolled back again', async ({
  page,
  run,
  rest,
}) => {
  const name = uniqueName('Checkout')
  await rest.publish(checkout(name))
  const { run_id } = await rest.start(name, {})
  await run.open(run_id)
  await expect(run.sentence).toContainText('paid')
  await run.sentence.getByRole('button', { name: 'Send signal' }).click()
  const signal = page.getByRole('dialog', { name: 'Send a signal' })
  await signal.getByLabel('amount').fill('20')
  await expectAccessible(page, 'sending a signal')
  await signal.getByRole('button', { name: 'Send paid' }).click()

  await expect(run.status('FAILED')).toBeVisible()
  await expect(run.sentence).toContainText('Reserve')
  await page.getByRole('button', { name: 'Retry rollback' }).click()
  const rollback = page.getByRole('dialog', { name: 'Retry rollback?' })
  await expect(rollback).toContainText('Reserve')
  await rollback.getByLabel('Reason').fill('The warehouse is up again.')
  await expectAccessible(page, 'rolling back')
  await rollback.getByRole('button', { name: 'Retry rollback' }).click()

  await page.getByRole('tab', { name: /^History/ }).click()
  await page.getByRole('searchbox', { name: 'Search history' }).fill('started the rollback again')
  await expect(page.getByText('The warehouse is up again.').first()).toBeVisible()
  await expect(run.status('FAILED')).toBeVisible()
  const { items } = await rest.history(run_id)
  expect(items.filter(({ type }) => type === 'workflow.run.rolling_back')).toHaveLength(2)
})
