import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { DesignerPage } from '../pages/designer-page.ts'
import { Keyboard } from '../pages/keyboard.ts'
import { expectAccessible } from '../support/accessible.ts'
import { example, uniqueName } from '../support/examples.ts'
import { test as base, expect } from '../support/fixtures.ts'
import { startHeddle } from '../support/heddle.ts'

/** A Heddle with a functions folder of its own before the examples: functions are created there. */
const test = base.extend<object, { functions: string }>({
  functions: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are wanted from this pattern
    async ({}, use) => use(await mkdtemp(join(tmpdir(), 'heddle-own-functions-'))),
    { scope: 'worker' },
  ],
  heddle: [
    async ({ functions }, use) => {
      const examples = join(import.meta.dirname, '..', '..', 'examples', 'functions')
      const heddle = await startHeddle({ env: { HEDDLE_FUNCTIONS: `${functions}:${examples}` } })
      await use(heddle)
      await heddle.stop()
    },
    { scope: 'worker' },
  ],
})

const window1440 = { width: 1440, height: 900 }

/** The share of the window that the canvas has, with nothing over it. */
async function shareOfCanvas(page: Page, designer: DesignerPage): Promise<number> {
  const box = await designer.canvas.boundingBox()
  const { width, height } = page.viewportSize() ?? window1440
  return ((box?.width ?? 0) * (box?.height ?? 0)) / (width * height)
}

test('the canvas has 60 % of a window of 1440, and the panels stay as they were left', async ({
  page,
  designer,
  rest,
}) => {
  const name = uniqueName('Roomy')
  await rest.publish(example('loan-approval', name))
  await page.setViewportSize(window1440)
  await designer.open(name)

  await test.step('the help of a field goes when its field does', async () => {
    const help = designer.inspector.getByTitle('About the field')
    await designer.select('Calculate_Risk')
    await designer.inspector.getByRole('combobox', { name: 'Function', exact: true }).focus()
    await expect(help).toBeVisible()
    // Without a press, which would take the focus away first.
    await designer.route('Risk_Gate', 'Decline').locator('path').first().dispatchEvent('click')
    await expect(help).toHaveCount(0)
  })

  await test.step('also beside the fields of a step', async () => {
    await designer.select('Risk_Gate')
    const share = await shareOfCanvas(page, designer)
    test.info().annotations.push({ type: 'share of the canvas', description: `${Math.round(share * 100)} %` })
    expect(share).toBeGreaterThanOrEqual(0.6)
    expect((await designer.inspector.boundingBox())?.width).toBeCloseTo(360, 0)
  })

  await test.step('the lower panel opens by a click and stays open, and closed, across loads', async () => {
    await designer.dock('Outline')
    await page.reload()
    await expect(page.getByRole('tree')).toBeVisible()
    await page.getByRole('button', { name: 'Hide the lower panel' }).click()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Show the lower panel' })).toBeVisible()
    await expect(designer.yaml).toBeHidden()
  })

  await test.step('the fields are as wide as they were made, by keys', async () => {
    const edge = page.getByRole('separator', { name: 'Width of the fields' })
    await edge.focus()
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowLeft')
    await expect(edge).toHaveAttribute('aria-valuenow', '408')
    await page.reload()
    await expect.poll(async () => (await designer.inspector.boundingBox())?.width).toBeCloseTo(408, 0)
    await page.getByRole('separator', { name: 'Width of the fields' }).dblclick()
    await expect.poll(async () => (await designer.inspector.boundingBox())?.width).toBeCloseTo(360, 0)
  })

  await test.step('in a narrower window the fields lie over the canvas, while something is selected', async () => {
    await page.setViewportSize({ width: 1000, height: 760 })
    await expect(designer.inspector).toBeHidden()
    const whole = (await designer.canvas.boundingBox())?.width
    await designer.select('Calculate_Risk')
    await expect(designer.inspector).toBeVisible()
    expect((await designer.canvas.boundingBox())?.width).toBe(whole)
    await expectAccessible(page, 'fields over the canvas', { alsoDark: true })
    await page.getByRole('button', { name: 'Hide the fields' }).click()
    await expect(designer.inspector).toBeHidden()
    await page.getByRole('button', { name: 'Show the fields' }).click()
    await expect(designer.inspector).toBeVisible()
  })
})

test('one picker finds kinds, functions, workflows and templates by any word, everywhere and by keys alone', async ({
  page,
  designer,
  workflows,
  rest,
}) => {
  const child = uniqueName('Invoicing')
  await rest.publish(example('loan-approval', child))
  const name = uniqueName('Picked')
  await workflows.createBlank(name)
  await expect(designer.canvas).toBeVisible()
  const keys = new Keyboard(page)
  const { titleField } = designer
  const take = async (words: string, found: string) => {
    await expect(designer.kindSearch).toBeFocused()
    await designer.pick(words, found)
    await expect(titleField).toBeFocused()
  }

  await test.step('an empty draft is nothing to be red about', async () => {
    await expect(page.getByRole('tab', { name: 'Problems', exact: true })).toBeVisible()
    await designer.dock('Problems')
    await expect(designer.problems).toHaveText(/no steps yet/)
    await expect(page.locator('.tone-failed')).toHaveCount(0)
    await page.getByRole('button', { name: 'Hide the lower panel' }).click()
  })

  await test.step('a function by a word of its name: the step is complete', async () => {
    await keys.press('n')
    await expectAccessible(page, 'the picker of steps', { alsoDark: true })
    await take('reports.mail', 'reports.mail')
    await expect(designer.inspector.getByRole('combobox', { name: 'Function', exact: true })).toHaveValue(
      'reports.mail',
    )
    await expect(designer.node('Mail')).toBeVisible()
  })

  await test.step('a workflow as a sub-workflow, after the selected step; this workflow is not offered', async () => {
    await keys.press('Escape')
    await keys.press('n')
    await designer.kindSearch.fill(name)
    await expect(designer.picker.getByRole('option', { name })).toHaveCount(0)
    await take(child, child)
    await expect(designer.edge('Mail', child)).toBeAttached()
  })

  await test.step('a kind by a word of what it does, and by a word that is nearly right', async () => {
    await designer.addButton.click()
    await designer.kindSearch.fill('decsion')
    await expect(designer.picker.getByRole('option', { selected: true })).toContainText('Decision')
    await take('repeats', 'Loop')
  })

  await test.step('a step in a loop by the same picker: the loop is open, the step selected and nothing red', async () => {
    await designer.inspector.getByRole('button', { name: 'Add a step' }).click()
    await take('function', 'Function')
    await expect(designer.frame('Loop')).toBeVisible()
    await expect(designer.inspector.getByText('Required', { exact: true })).toHaveClass(/text-active/)
    await expect(page.locator('aside .text-failed:not([aria-hidden])')).toHaveCount(0)
    await expect(titleField).toHaveValue('Function')
  })

  await test.step('all steps of a template', async () => {
    await page.keyboard.press('Escape')
    const before = await designer.nodes.count()
    await designer.addButton.click()
    await designer.kindSearch.fill('trip booking')
    await expect(designer.picker.getByRole('option', { selected: true })).toContainText('TripBooking')
    await keys.press('Enter')
    await expect.poll(() => designer.nodes.count()).toBeGreaterThan(before + 1)
  })
})

test('a function is begun from the picker: its file is written, and the step runs', async ({
  page,
  designer,
  workflows,
  functions,
  run,
  complaints,
}) => {
  await workflows.createBlank(uniqueName('Begun'))
  await expect(designer.canvas).toBeVisible()
  await page.keyboard.press('n')
  await designer.kindSearch.fill('invoice check')
  await designer.picker.getByRole('option', { name: /^New function/ }).click()
  const dialog = page.getByRole('dialog', { name: 'New function' })
  await expect(dialog.getByRole('textbox')).toHaveValue('invoice_check.run')
  await dialog.getByRole('textbox').fill('invoices.checkTotal')
  await expectAccessible(page, 'a new function', { alsoDark: true })
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(designer.inspector.getByRole('combobox', { name: 'Function', exact: true })).toHaveValue(
    'invoices.check_total',
  )
  expect(await readdir(functions)).toEqual(['invoices.ts'])
  expect(await readFile(join(functions, 'invoices.ts'), 'utf8')).toContain('export async function checkTotal(')
  await expect(designer.inspector.getByRole('link', { name: 'Open in editor' })).toHaveAttribute(
    'href',
    new RegExp(`^vscode://file${functions}/invoices\\.ts:\\d+$`),
  )
  await expect(designer.node('Check_Total')).toBeVisible()

  await test.step('a file that exists is not touched', async () => {
    await designer.fill('Function', 'invoices.other')
    await designer.inspector.getByRole('button', { name: 'New function…' }).click()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(/invoices\.ts exists already/)).toBeVisible()
    // The browser reports the answer that refuses the file.
    complaints.splice(0, complaints.length, ...complaints.filter((said) => !said.includes('409')))
    await page.keyboard.press('Escape')
    await designer.fill('Function', 'invoices.check_total')
  })

  await test.step('the function runs at once', async () => {
    await designer.saved()
    await designer.publish()
    await page.getByRole('button', { name: /^Run/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: /^Run/ }).click()
    await page.waitForURL(/\/runs\//)
    await expect(run.status('COMPLETED')).toBeVisible()
  })
})

test('a value is picked by a slash, by a button and from the data panel, and is a chip in the field', async ({
  page,
  designer,
  rest,
}) => {
  const name = uniqueName('Values')
  await rest.publish(example('loan-approval', name))
  await designer.open(name)
  await designer.select('Manager_Approval')
  const title = designer.inspector
    .getByRole('textbox', { name: 'Task title', exact: true })
    .and(page.locator('.cm-content'))
  const chips = title.locator('.cm-value-chip')
  const list = page.getByRole('dialog', { name: 'Insert a value' })

  await test.step('by a slash, with keys alone', async () => {
    await title.fill('Loan of ')
    await title.press('End')
    await page.keyboard.press('/')
    await expect(list.getByRole('combobox')).toBeFocused()
    await expectAccessible(page, 'values of a field', { alsoDark: true })
    await list.getByRole('combobox').fill('input amount')
    await expect(list.getByRole('option', { selected: true })).toContainText('input.amount')
    await page.keyboard.press('Enter')
    await expect(list).toBeHidden()
    await expect(title).toBeFocused()
    await expect(title).toHaveText('Loan of {{ input.amount }}')
    await page.keyboard.insertText(' for ')
    await expect(chips).toHaveText(['input.amount'])
  })

  await test.step('by the button', async () => {
    await title.hover()
    await designer.inspector.getByRole('button', { name: 'Insert a value into Task title' }).click()
    await list
      .getByRole('option', { name: /^customer/ })
      .first()
      .click()
    await expect(title).toHaveText('Loan of {{ input.amount }} for {{ input.customer }}')
  })

  await test.step('from the data panel, into the field that was written in', async () => {
    await designer.dock('Values')
    await page
      .getByRole('listbox', { name: 'Values' })
      .getByRole('option', { name: /^risk_score/ })
      .first()
      .click()
    await expect(title).toContainText('{{ state.risk_score }}')
    await expectAccessible(page, 'the values in the panel')
  })

  await test.step('the text keeps the braces, and an address keeps its slashes', async () => {
    await title.blur()
    await expect(chips).toHaveText(['input.amount', 'input.customer', 'state.risk_score'])
    expect(await designer.exported()).toContain(
      'Loan of {{ input.amount }} for {{ input.customer }}{{ state.risk_score }}',
    )
    await title.fill('https:')
    await title.press('End')
    await page.keyboard.type('//a/b')
    await expect(title).toHaveText('https://a/b')
    await expect(list).toBeHidden()
  })
})
