import type { Page } from '@playwright/test'
import { RunsPage } from '../pages/runs-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

const text = (name: string) => `workflow_type: ${name}
steps:
  - { name: Check_Order, type: TRANSFORM, set: { hidden: "'Needle-' + input.customer" } }
  - { name: Approve, type: HUMAN, title: "Approve the order of {{ input.customer }}" }
`

async function typed(page: Page, words: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill(words)
}

test('one search finds what the rows show, and offers the whole input and state where it finds nothing', {
  tag: '@main',
}, async ({ page, rest }) => {
  const name = uniqueName('Weaving')
  const customer = uniqueName('Zebedee')
  await rest.publish(text(name))
  await rest.startToAsk(name, { customer: `${customer} & Sons`, amount: 4711 })
  const runs = new RunsPage(page)
  await runs.open()
  const search = page.getByRole('searchbox', { name: 'Search by workflow, value, id, error or tag' })
  // The index of values follows the runs by a moment.
  await expect(async () => {
    await search.fill('')
    await search.fill(`${customer.toLowerCase()} son`)
    await expect(runs.row(name)).toHaveCount(1)
  }).toPass()
  await search.fill(`edle-${customer}`)
  await expect(page.getByRole('heading', { name: 'No runs match' })).toBeVisible()
  await expectAccessible(page, 'a search without a result')
  await page.getByRole('button', { name: `Search in input and state for “edle-${customer}”` }).click()
  await expect(runs.row(name)).toHaveCount(1)
  await expect(page).toHaveURL(/within=/)
})

test('the palette finds steps, workflows, runs by a value and by id, tasks, functions and settings, by keyboard alone', async ({
  page,
  designer,
  rest,
}) => {
  const name = uniqueName('InvoiceApproval')
  const customer = uniqueName('Quill')
  await rest.publish(text(name))
  const runId = await rest.startToAsk(name, { customer, amount: 1 })
  await designer.open(name)
  const dialog = page.getByRole('dialog', { name: 'Command palette' })

  await test.step('a step of the workflow comes first, and the workflow is found by nearly the word', async () => {
    await typed(page, 'approve')
    const steps = dialog.getByRole('group', { name: 'Steps of this workflow' })
    await expect(steps.getByRole('option', { name: 'Approve', selected: true })).toBeVisible()
    await expect(dialog.getByRole('group', { name: 'Workflows' })).toContainText(name)
    await expectAccessible(page, 'the palette with results')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(designer.node('Approve')).toHaveClass(/selected/)
  })

  await test.step('a task and a run, by a value', async () => {
    await typed(page, customer)
    await expect(dialog.getByRole('group', { name: 'Tasks' })).toContainText(`Approve the order of ${customer}`)
    await expect(async () => {
      await dialog.getByRole('combobox').fill('')
      await dialog.getByRole('combobox').fill(customer)
      await expect(dialog.getByRole('group', { name: 'Runs' })).toContainText(name)
    }).toPass()
    await page.keyboard.press('Escape')
  })

  await test.step('a function and a setting', async () => {
    await typed(page, 'mail')
    await expect(dialog.getByRole('group', { name: 'Functions' })).toContainText('reports.mail')
    await dialog.getByRole('combobox').fill('appearance')
    await expect(dialog.getByRole('group', { name: 'Settings' })).toContainText('Appearance')
    await dialog.getByRole('combobox').fill('approvals')
    await expect(dialog.getByRole('group', { name: 'Documentation' })).toContainText('Approvals')
    await page.keyboard.press('Escape')
  })

  await test.step('a run by the beginning of its id', async () => {
    await typed(page, runId.slice(0, 13))
    await expect(dialog.getByRole('group', { name: 'Runs' })).toContainText(runId.slice(0, 8))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/runs/${runId}`))
  })
})
