import { expectAccessible } from '../support/accessible.ts'
import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

const setting = (name: string, value: string) =>
  `workflow_type: ${name}\nsteps: [{ name: Note, type: TRANSFORM, set: { noted: "'${value}'" } }]\n`

test('an ended run is removed from its page, another window of it says so, and lists no longer have it', async ({
  page,
  context,
  rest,
  run,
  complaints,
}) => {
  const [below, above] = [uniqueName('Removed'), uniqueName('Remover')]
  await rest.publish(setting(below, 'secret words'))
  await rest.publish(
    `workflow_type: ${above}\nsteps: [{ name: Down, type: SUB_WORKFLOW, sub_workflow_type: ${below} }]\n`,
  )
  const { run_id: runId } = await rest.start(above, { who: 'Somebody' })
  await expect.poll(async () => (await rest.run(runId)).workflow_status).toBe('COMPLETED')
  await run.open(runId)
  const other = await context.newPage()
  await other.goto(`/runs/${runId}`)
  await expect(other.getByRole('region', { name: 'Run status' })).toBeVisible()
  const list = await context.newPage()
  await list.goto(`/runs?workflow=${above}`)
  await expect(list.getByText(/Somebody/).first()).toBeVisible()

  await run.more('Remove run')
  const dialog = page.getByRole('dialog', { name: 'Remove this run?' })
  await expect(dialog).toContainText('1 run below it')
  await expectAccessible(page, 'remove a run', { alsoDark: true })
  await dialog.getByRole('button', { name: 'Remove run' }).click()
  await expect(page).toHaveURL(/\/runs$/)
  await expect(page.getByText('2 runs removed', { exact: true })).toBeVisible()
  await expect(other.getByText(/was removed on \d{4}-\d\d-\d\d/)).toBeVisible()
  await expect(list.getByText(/Somebody/)).toHaveCount(0)
  // A browser reports an answer of 404: windows that have the run open ask for it once more, alone or within a batch.
  complaints.splice(0, complaints.length, ...complaints.filter((said) => !said.includes('404 (Not Found)')))

  await page.goto('/settings/audit')
  await expect(page.getByRole('listitem').filter({ hasText: 'Removed a run' }).first()).toContainText(runId)
})

test('the retention of a workflow is lowered, after the page has said which runs go', async ({ page, rest }) => {
  const name = uniqueName('Kept')
  await rest.publish(setting(name, 'x'))
  const { run_id: runId } = await rest.start(name, {})
  await expect.poll(async () => (await rest.run(runId)).workflow_status).toBe('COMPLETED')
  await page.goto('/settings/retention')
  const row = page.getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('Forever')
  await expectAccessible(page, 'retention', { alsoDark: true })
  await page.getByRole('button', { name: `Change the retention of ${name}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('For a number of days').click()
  await dialog.getByLabel('Days', { exact: true }).fill('0')
  await expect(dialog).toContainText('Enter a whole number from 1')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await dialog.getByLabel('Days', { exact: true }).fill('30')
  await expect(dialog).toContainText('This removes no runs now.')
  await expectAccessible(page, 'change of a retention', { alsoDark: true })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('30 days')
  await page.reload()
  await expect(row).toContainText('30 days')
})
