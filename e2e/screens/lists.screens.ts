import { expect } from '../support/fixtures.ts'
import { test } from './sample-data.ts'
import { shoot, shootNarrow } from './shoot.ts'

test('overview, lists, and what opens everywhere', async ({ page, complaints }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(page.getByText('TripBooking').first()).toBeVisible()
  await shoot(page, 'overview')
  await shootNarrow(page, 'overview')
  await page.goto('/?range=1h&table=true')
  await expect(page.getByRole('region', { name: 'Trends as a table' })).toBeVisible()
  await shoot(page, 'overview-table')

  await page.goto('/workflows')
  await expect(page.getByRole('link', { name: 'LoanApproval' })).toBeVisible()
  await shoot(page, 'workflows')
  await shootNarrow(page, 'workflows')
  await page.getByRole('button', { name: 'New workflow' }).first().click()
  await shoot(page, 'workflows-menu')
  await page.getByRole('menuitem', { name: 'Blank' }).click()
  const dialog = page.getByRole('dialog')
  for (const [tab, name] of [
    ['Blank', 'blank'],
    ['Template', 'template'],
    ['Import', 'import'],
  ] as const) {
    await dialog.getByRole('tab', { name: tab }).click()
    if (name === 'template') await expect(dialog.getByRole('button', { name: /^Use template/ }).first()).toBeVisible()
    await shoot(page, `new-workflow-${name}`)
    await shootNarrow(page, `new-workflow-${name}`)
  }
  await page.keyboard.press('Escape')

  await page.goto('/runs')
  await expect(page.getByRole('link', { name: 'LoanApproval' })).toBeVisible()
  await shoot(page, 'runs')
  await shootNarrow(page, 'runs')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Filters' }).click()
  await shootNarrow(page, 'runs-filters')
  await page.getByRole('button', { name: /^Needs attention/ }).click()
  await expect(page.getByRole('button', { name: 'need attention' })).toBeVisible()
  await shoot(page, 'runs-needs-attention')
  await page.goto('/runs')
  await page.getByRole('checkbox', { name: 'Select all runs shown' }).click()
  await shoot(page, 'runs-chosen')
  await page.getByRole('button', { name: 'Failures by cause' }).click()
  await expect(page.getByRole('list', { name: 'Failures by cause' })).toBeVisible()
  await shoot(page, 'runs-by-cause')
  await page.getByRole('button', { name: 'value', exact: true }).click()
  await shoot(page, 'runs-filter-by-value')
  await page.keyboard.press('Escape')
  await page.goto('/runs?workflow=OrderProcessing')
  await page.getByRole('button', { name: 'Steps across runs' }).click()
  await expect(
    page
      .getByRole('grid', { name: /^Steps of / })
      .getByRole('gridcell')
      .first(),
  ).toBeVisible()
  await shoot(page, 'runs-grid')
  await shootNarrow(page, 'runs-grid')
  await page.goto('/runs')
  await expect(page.getByRole('link', { name: 'LoanApproval' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await shoot(page, 'command-palette')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await shoot(page, 'shortcut-sheet')

  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await shoot(page, 'not-found')
  // The browser itself reports the answer 404.
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('404')))
})

test('the overview when much is the matter', async ({ page, rest }) => {
  const step = (lines: string) => `steps:\n  - name: Work\n${lines}`
  const workflows = {
    Overdue: step('    type: HUMAN\n    title: Release the payment\n    due_in_seconds: 1\n'),
    Mailing: step('    type: ASYNC\n    function: campaigns.send_emails\n    queue: mails\n'),
    Sync: step(
      "    type: SCRIPT\n    code: throw new Error('The partner does not answer.')\n    retry: { max_attempts: 9, initial_interval_seconds: 0.2, backoff: 20 }\n",
    ),
    Invoicing: step("    type: SCRIPT\n    code: throw new Error('The ledger is closed.')\n"),
  }
  for (const [name, text] of Object.entries(workflows)) {
    await rest.publish(`workflow_type: ${name}\n${text}`)
    for (let run = 0; run < 4; run += 1) await rest.start(name, {})
  }
  // A minute passes before a queue is said to have no worker.
  await expect(async () => {
    await page.goto('/?range=1h')
    await expect(page.getByText('no worker serves queue mails')).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 120_000 })
  await shoot(page, 'overview-burning')
  await shootNarrow(page, 'overview-burning')
})
