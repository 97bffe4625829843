import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

const trip = (name: string) => `workflow_type: ${name}
saga_enabled: true
steps:
  - name: Reserve_Flight
    function: bookings.reserve_flight
    compensate_function: bookings.cancel_flight
  - name: Reserve_Hotel
    function: bookings.reserve_hotel
    compensate_function: bookings.release_hotel
  - name: Approve
    type: HUMAN
`

/** Does what a button asks about, with the reason that its history shows. */
async function ask(page: Page, button: string, verb: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: verb }).click()
  await expect(dialog).toBeHidden()
}

test('a run is driven by hand, paused, resumed, and cancelled with what it did undone', async ({ page, run, rest }) => {
  const name = uniqueName('Trip')
  await rest.publish(trip(name))
  const { run_id } = await rest.start(name, { destination: 'Rome', nights: 2 }, { drive: 'manual' })
  await run.open(run_id)
  const dialog = page.getByRole('dialog')

  await ask(page, 'Next step', 'Run next step', 'The first, to see the price.')
  await expect(run.node('Reserve_Flight')).toContainText('Completed')
  await page.getByRole('button', { name: 'Next step' }).click()
  await dialog.getByLabel(/^Merge an input/).click()
  await dialog.getByRole('textbox', { name: /^Input/ }).fill('{ "nights": 5 }')
  await dialog.getByRole('button', { name: 'Run next step' }).click()
  await expect(run.node('Reserve_Hotel')).toContainText('Completed')

  await ask(page, 'Pause', 'Pause run', 'Its customer calls back.')
  await expect(run.sentence).toContainText('Paused')
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toHaveCount(0)
  await expectAccessible(page, 'a run that is paused')
  await ask(page, 'Resume', 'Resume run', 'She called.')
  await expect(run.sentence).not.toContainText('Paused')

  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await dialog.getByLabel('Roll back completed steps').click()
  await dialog.getByLabel('Reason').fill('She stays at home.')
  await dialog.getByRole('button', { name: 'Cancel run' }).click()
  await expect(dialog).toBeHidden()
  await expect(run.node('Reserve_Flight')).toContainText('Undone')
  await expect(run.node('Reserve_Hotel')).toContainText('Undone')
  await expectAccessible(page, 'a run that was cancelled and undone')

  await page.getByRole('tab', { name: /^History/ }).click()
  await page.getByRole('button', { name: 'People', exact: true }).click()
  for (const said of [
    'You stepped the run: The first, to see the price.',
    'You paused the run: Its customer calls back.',
    'You resumed the run: She called.',
  ]) {
    await expect(page.getByRole('cell', { name: said, exact: true })).toBeVisible()
  }
  await expect(page.getByText(/She stays at home\.$/).first()).toBeVisible()
  const { items } = await rest.history(run_id)
  expect(items.filter(({ type }) => type === 'workflow.run.stepped')).toHaveLength(2)
  expect((await rest.run(run_id)).workflow_state.nights).toBe(5)
})

test('a failed run that nobody wants to see again is acknowledged, and cannot be retried any more', async ({
  page,
  run,
  rest,
}) => {
  const name = uniqueName('Broken')
  await rest.publish(
    `workflow_type: ${name}\nsteps:\n  - name: Break\n    type: SCRIPT\n    code: throw new Error('no')\n`,
  )
  const { run_id } = await rest.start(name, {})
  await run.open(run_id)
  await expect(run.status('FAILED')).toBeVisible()
  await ask(page, 'Acknowledge', 'Acknowledge', 'Known since Monday.')
  await expect(page.getByRole('button', { name: 'Retry', exact: true })).toHaveCount(0)
  await page.getByRole('tab', { name: /^History/ }).click()
  await expect(page.getByRole('cell', { name: 'You acknowledged the outcome: Known since Monday.' })).toBeVisible()
})

test('an answer that is lost on its way leaves what was typed, and asking again sends the signal no second time', async ({
  page,
  run,
  rest,
  complaints,
}) => {
  const name = uniqueName('Payment')
  await rest.publish(`workflow_type: ${name}
steps:
  - name: Payment
    type: SIGNAL
    signal: paid
    schema: { type: object, required: [amount], properties: { amount: { type: number } } }
  - name: Approve
    type: HUMAN
`)
  const { run_id } = await rest.start(name, {})
  await run.open(run_id)
  await run.sentence.getByRole('button', { name: 'Send signal' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send a signal' })
  await dialog.getByLabel('amount').fill('20')
  await dialog.getByLabel('Reason').fill('The bank called.')
  await page.route(
    '**/api/trpc/runs.signal**',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await dialog.getByRole('button', { name: 'Send paid' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(dialog).toContainText('Payment already received paid')
  await expect(dialog.getByLabel('amount')).toHaveValue('20')
  await expect(dialog.getByLabel('Reason')).toHaveValue('The bank called.')
  await dialog.getByRole('button', { name: /^Send/ }).click()
  await expect(dialog).toBeHidden()
  await expect(run.status('WAITING_HUMAN_INPUT')).toBeVisible()
  const { items } = await rest.history(run_id)
  expect(items.filter(({ type }) => type === 'workflow.signal.received')).toHaveLength(1)
  // The answer that got lost is what the browser reports.
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/Failed to load|ERR_/.test(text)))
})

test('a run whose workflow was archived says so, goes on, and says before it is asked that no new one is made', async ({
  page,
  run,
  rest,
}) => {
  const name = uniqueName('Retired')
  await rest.publish(`workflow_type: ${name}\nsteps:\n  - { name: Ask, type: HUMAN }\n`)
  const { run_id } = await rest.start(name, {})
  await expect.poll(async () => (await rest.run(run_id)).workflow_status).toBe('WAITING_HUMAN_INPUT')
  const archived = await page.request.post('/api/trpc/workflows.archive', { data: { name, archived: true } })
  expect(archived.ok()).toBe(true)
  await run.open(run_id)
  await expect(run.details).toContainText(`${name}, archived`)
  await page.getByRole('button', { name: 'Run again' }).click()
  const dialog = page.getByRole('dialog', { name: 'Run again' })
  await expect(dialog).toContainText(`${name} is archived. Restore it to run it again.`)
  await expect(dialog.getByRole('button', { name: 'Run again' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await rest.resume(run_id, {})
  await expect(run.status('COMPLETED')).toBeVisible()
})
