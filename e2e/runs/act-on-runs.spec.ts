import { RunsPage } from '../pages/runs-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

const FAILED = 30

test('a failing HTTP step is found by its cause, its workflow is fixed, and all its runs go on by the new version', {
  tag: '@main',
}, async ({ page, heddle, rest, run }) => {
  const runs = new RunsPage(page)
  const order = uniqueName('Settlement')
  const text = (path: string, more = '') => `workflow_type: ${order}
steps:
  - name: Prepare
    type: TRANSFORM
    set: { prepared: 'true' }
  - name: Settle
    type: HTTP
    http_config: { method: GET, url: '${heddle.url}${path}' }
    output_key: settled
${more}`
  await rest.publish(text('/v1/nowhere'))
  await Promise.all(Array.from({ length: FAILED }, (_, place) => rest.start(order, { place })))

  await runs.open(`?by=cause&workflow=${order}`)
  await expect(runs.causes).toHaveCount(1)
  await expect(runs.causes).toContainText('at Settle')
  await expect(runs.causes).toContainText(`Show ${FAILED} runs`)
  await rest.publish(text('/v1/workflows', "  - name: Thank\n    type: TRANSFORM\n    set: { thanked: 'true' }\n"))

  await expect(runs.causes).toContainText('version 2 is newer')
  await runs.causes.getByRole('button', { name: 'Retry all' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Version 2 was published since; none of these runs used it.')
  await dialog.getByRole('combobox', { name: 'Version' }).click()
  await page.getByRole('option', { name: 'Newest version' }).click()
  await dialog.getByLabel('Reason').fill('The address was wrong.')
  await expectAccessible(page, 'the dialog about many runs')
  await dialog.getByRole('button', { name: `Retry ${FAILED} runs` }).click()
  // The results are opened at once, and follow the operation while it goes on.
  await runs.operation(`${FAILED} runs on the newest version`).getByRole('button', { name: 'Results' }).click()
  const results = dialog.getByRole('listitem')
  await expect(dialog).toHaveAccessibleName(`Ran again ${FAILED} runs on the newest version`)
  await expect(results).toHaveCount(FAILED)
  await expect(results.filter({ hasText: 'waits' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const operation = runs.operation(`Ran again ${FAILED} runs on the newest version`)
  await expect(operation).toBeVisible()
  await expect(runs.causes).toHaveCount(0)

  await operation.getByRole('button', { name: 'Results' }).click()
  await results.first().getByRole('link').last().click()
  await expect(run.status('COMPLETED')).toBeVisible()
  await expect.poll(async () => (await rest.completed(order, 2)).length).toBe(FAILED)
  const { items } = await rest.history((await rest.completed(order, 2))[0]?.run_id ?? '')
  expect(items.some(({ type, step }) => type === 'workflow.node.started' && step === 'Prepare')).toBe(false)

  // One of them once more: what would run again is said before it does.
  await page.getByRole('button', { name: 'Run again' }).click()
  const preview = dialog.getByRole('list', { name: 'What happens to each step' })
  await expect(preview.getByRole('listitem')).toHaveCount(3)
  await dialog.getByRole('combobox', { name: 'From' }).click()
  await page.getByRole('option', { name: 'Settle' }).click()
  await expect(preview).toContainText(/Prepare\s*reused/)
  await expectAccessible(page, 'the dialog with the preview')
  await dialog.getByLabel('Reason').fill('Once more.')
  await dialog.getByRole('button', { name: 'Run again' }).click()
  await expect.poll(async () => (await rest.completed(order, 2)).length).toBe(FAILED + 1)
})

test('a step is marked done with an output that fits, and another is skipped; the history says who and why', async ({
  page,
  rest,
  run,
  complaints,
}) => {
  const name = uniqueName('Approval')
  const form = '{ type: object, properties: { amount: { type: number } }, required: [amount] }'
  await rest.publish(`workflow_type: ${name}
steps:
  - name: Ask
    type: HUMAN
    form: ${form}
  - name: Wait
    type: SIGNAL
    signal: paid
`)
  const { run_id } = await rest.start(name, {})
  await run.open(run_id)
  await expect(run.status('WAITING_HUMAN_INPUT')).toBeVisible()
  const dialog = page.getByRole('dialog')

  await run.more('Mark a step done…')
  await dialog.getByRole('button', { name: 'Mark done' }).click()
  await expect(dialog.getByText('is required').or(dialog.getByText('required')).first()).toBeVisible()
  await expect(dialog).toContainText('The preview appears once the output is valid.')
  await dialog.getByLabel('amount').fill('5')
  const preview = dialog.getByRole('list', { name: 'What happens to each step' })
  await expect(preview.getByRole('listitem')).toHaveText([/^Ask\s*marked done/, /^Wait\s*runs next/])
  await dialog.getByLabel('Reason').fill('She said so on the phone.')
  await expectAccessible(page, 'marking a step done')
  await dialog.getByRole('button', { name: 'Mark done' }).click()
  await expect(dialog).toBeHidden()
  await expect(run.sentence).toContainText('paid')

  await run.more('Skip a step…')
  await expect(preview.getByRole('listitem')).toHaveText([/^Ask\s*unchanged/, /^Wait\s*skipped/])
  await expect(dialog).toContainText('The run ends as completed.')
  await dialog.getByLabel('Reason').fill('Paid in cash.')
  await expectAccessible(page, 'skipping a step')
  await dialog.getByRole('button', { name: 'Skip step' }).click()
  await expect(run.status('COMPLETED')).toBeVisible()
  await page.getByRole('tab', { name: /^History/ }).click()
  await page.getByRole('button', { name: 'People', exact: true }).click()
  await expect(page.getByText('You skipped Wait: Paid in cash.')).toBeVisible()
  await expect(page.getByText('You marked Ask done: She said so on the phone.')).toBeVisible()
  // The output that did not fit was refused, which the browser reports.
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('422')))
})

test('a run that is led to a step whose values are not there: it is said before, and the key beside the button does it', async ({
  page,
  rest,
  run,
}) => {
  const name = uniqueName('Quote')
  await rest.publish(`workflow_type: ${name}
steps:
  - name: Ask
    type: HUMAN
  - name: Quote
    type: SCRIPT
    code: "return { total: 12 }"
  - name: Mail
    type: SCRIPT
    code: "return { text: state.total.toFixed(2) }"
  - name: Sum
    type: TRANSFORM
    set: { sum: state.total + 1 }
`)
  const { run_id } = await rest.start(name, {})
  await run.open(run_id)
  await expect(run.status('WAITING_HUMAN_INPUT')).toBeVisible()
  await run.more('Jump to step…')
  const dialog = page.getByRole('dialog')
  const preview = dialog.getByRole('list', { name: 'What happens to each step' }).getByRole('listitem')
  const target = dialog.getByRole('combobox', { name: 'To' })
  const lead = async (to: string) => {
    await target.click()
    await page.getByRole('option', { name: to, exact: true }).click()
  }
  await lead('Sum')
  await expect(preview.last()).toHaveText(/^Sum\s*fails immediately.*`state` has no field `total`/)
  await lead('Mail')
  await expect(preview.nth(2)).toHaveText(/^Mail\s*runs next\s*reads state\.total, which is missing/)
  await expectAccessible(page, 'what fails when a run is led elsewhere', { alsoDark: true })
  await expect(target).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(run.status('FAILED')).toBeVisible()
})
