import type { Page } from '@playwright/test'
import type { DesignerPage } from '../pages/designer-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { visitEdits, visitTrials } from '../support/designer-states.ts'
import { example, uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

const fields = 'aside[aria-label="Fields"]'
const canvas = 'section[aria-label="Canvas"]'
const dock = 'section[aria-label="YAML, problems and outline"]'

interface Data {
  readonly loan: string
  readonly completed: string
  readonly failed: string
  readonly waiting: string
}

/** What the canvas has besides: its menu, what is found on it, several steps, a schema that is built, and extracting. */
async function expectSelectionAccessible(page: Page, designer: DesignerPage): Promise<void> {
  await designer.node('Risk_Gate').click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Delete the selection' })).toBeVisible()
  await expectAccessible(page, 'the menu of the canvas')
  await page.keyboard.press('Escape')
  await page.keyboard.press('v')
  await page.keyboard.press('Control+f')
  await page.keyboard.insertText('risk')
  await expect(page.getByRole('search').getByRole('status')).not.toBeEmpty()
  await expectAccessible(page, 'find on the canvas', { part: canvas })
  await page.keyboard.press('Escape')
  await designer.select('Calculate_Risk')
  await designer.node('Risk_Gate').click({ modifiers: ['Shift'] })
  await expectAccessible(page, 'the fields of several steps', { part: fields })
  await page.keyboard.press('Shift+X')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'the dialog of extracting')
  await page.keyboard.press('Escape')
  await designer.select('Manager_Approval')
  await designer.inspector
    .getByRole('button', { name: /^More options for field / })
    .first()
    .click()
  await expectAccessible(page, 'a schema that is built', { alsoDark: true, part: fields })
}

test.describe('axe finds nothing', () => {
  let data: Data

  test.beforeEach(async ({ rest }) => {
    if (data) return
    const [loan, order] = [uniqueName('LoanApproval'), uniqueName('OrderProcessing')]
    await rest.publish(example('loan-approval', loan))
    await rest.publish(example('order-processing', order))
    const completed = await rest.start(order, { order_id: 'A-17', amount: 120 })
    const failed = await rest.start(order, { order_id: ' ', amount: 120 })
    const waiting = await rest.start(loan, { customer: 'Weaver & Sons', amount: 24_000 })
    data = { loan, completed: completed.run_id, failed: failed.run_id, waiting: waiting.run_id }
    for (const [id, status] of [
      [data.completed, 'COMPLETED'],
      [data.failed, 'FAILED'],
      [data.waiting, 'WAITING_HUMAN_INPUT'],
    ] as const) {
      await expect.poll(async () => (await rest.run(id)).workflow_status).toBe(status)
    }
  })

  test('the overview and the list of workflows', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
    await expect(page.getByText(data.loan).first()).toBeVisible()
    await expectAccessible(page, 'overview', { alsoDark: true })
    const navigation = page.getByRole('navigation', { name: 'Main' })
    const widthOf = async () => (await navigation.boundingBox())?.width
    const unfolded = await widthOf()
    await page.keyboard.press('ControlOrMeta+b')
    await page.reload()
    await expect(navigation.getByRole('link', { name: 'Inbox' })).toBeVisible()
    expect(await widthOf(), 'a folded navigation stays so').toBeLessThan(60)
    await expectAccessible(page, 'folded navigation')
    await navigation.getByRole('button', { name: 'Toggle sidebar' }).click()
    expect(await widthOf()).toBe(unfolded)

    await page.goto('/workflows')
    await expect(page.getByRole('link', { name: data.loan })).toBeVisible()
    await expectAccessible(page, 'workflows')
    await page.getByRole('button', { name: 'New workflow' }).first().click()
    await expectAccessible(page, 'menu of new workflows')
    await page.getByRole('menuitem', { name: 'Blank' }).click()
    const dialog = page.getByRole('dialog')
    for (const tab of ['Blank', 'Template', 'Import']) {
      await dialog.getByRole('tab', { name: tab }).click()
      await expectAccessible(page, `new workflow, ${tab}`)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  test('the list of runs, and what opens everywhere', async ({ page }) => {
    await page.goto('/runs')
    await expect(page.getByRole('link', { name: data.loan })).toBeVisible()
    await expectAccessible(page, 'runs')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, 'command palette')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await expectAccessible(page, 'shortcut sheet')
  })

  test('the designer with each of its panels and dialogs', async ({ page, designer }) => {
    await designer.open(data.loan)
    await expectAccessible(page, 'designer')
    for (const step of ['Calculate_Risk', 'Risk_Gate', 'Manager_Approval']) {
      await designer.select(step)
      await expectAccessible(page, `designer, ${step}`, { part: fields })
    }
    // With a palette of the reader's own, what is chosen is still seen.
    await page.emulateMedia({ forcedColors: 'active' })
    for (const chosen of [
      designer.node('Manager_Approval').locator('> *').first(),
      page.getByRole('tab', { selected: true }).first(),
    ]) {
      await expect(chosen).toHaveCSS('outline-style', 'solid')
    }
    await expect(designer.node('Risk_Gate').locator('> *').first()).toHaveCSS('outline-style', 'none')
    // A line is no text and no border: without a rule of its own it keeps the colour of our ground.
    const text = await page.evaluate(() => {
      const sample = document.body.appendChild(document.createElement('p'))
      sample.style.color = 'CanvasText'
      const { color } = getComputedStyle(sample)
      sample.remove()
      return color
    })
    await expect(designer.edge('Calculate_Risk', 'Risk_Gate').locator('.react-flow__edge-path')).toHaveCSS(
      'stroke',
      text,
    )
    await page.emulateMedia({ forcedColors: 'none' })
    for (const tab of ['Problems', 'Outline', 'YAML'] as const) {
      await designer.dock(tab)
      await expectAccessible(page, `designer, ${tab}`, { alsoDark: tab === 'YAML', part: dock })
    }
    await designer.select('Risk_Gate')
    for (const [key, dialog] of [
      ['c', 'Connect Risk_Gate to…'],
      ['Shift+C', 'Connections of Risk_Gate'],
      ['Shift+N', 'Add a step'],
    ] as const) {
      await page.keyboard.press('v')
      await expect(designer.node('Risk_Gate')).toBeFocused()
      await page.keyboard.press(key)
      await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
      await expectAccessible(page, `designer, ${dialog}`)
      await page.keyboard.press('Escape')
      await expect(designer.node('Risk_Gate')).toBeFocused()
    }
    // Two keys within one frame: the way to the canvas does not take the focus back from what the second one opened.
    await designer.node('Risk_Gate').evaluate((node) => {
      for (const key of ['v', 'N']) {
        node.dispatchEvent(
          new KeyboardEvent('keydown', { key, shiftKey: key === 'N', bubbles: true, cancelable: true }),
        )
      }
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    })
    const picker = page.getByRole('dialog', { name: 'Add a step' })
    await expect(picker.getByRole('combobox')).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('o')
    await page.keyboard.press('F2')
    await expect(page.getByRole('textbox', { name: 'New name of Risk_Gate' })).toBeFocused()
    await expectAccessible(page, 'designer, a name edited in the outline', { part: dock })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Run/ }).click()
    await expect(page.getByRole('dialog', { name: /^Run / })).toBeVisible()
    await expectAccessible(page, 'run dialog')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('the designer with a selection, and with problems', async ({ page, designer }) => {
    await designer.open(data.loan)
    await expectSelectionAccessible(page, designer)
    await designer.writeYaml(`${example('loan-approval', data.loan).replace('Manager_Approval', 'Nobody')}`)
    await expect(designer.errorMarks.first()).toBeVisible()
    await designer.select('Risk_Gate')
    await expectAccessible(page, 'designer, problems at the step and in the text', { alsoDark: true })
    await designer.dock('Problems')
    await expect(designer.problems.first()).toBeVisible()
    await expectAccessible(page, 'designer, a list of problems', { part: dock })
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
    await expectAccessible(page, 'publish dialog, refused')
  })

  for (const [what, visit] of [
    ['a draft is tested and another person is there', visitTrials],
    ['a draft is edited', visitEdits],
  ] as const) {
    test(`the designer while ${what}`, async ({ page, designer, rest, browser, baseURL }) => {
      const loan = uniqueName('LoanOffer')
      await rest.publish(example('loan-approval', loan))
      await visit({ page, designer, rest, browser, baseURL, loan }, ({ name, part, alsoDark = false }) =>
        expectAccessible(page, `designer, ${name}`, { part, alsoDark }),
      )
    })
  }

  test('runs and the inbox', async ({ page, run, inbox }) => {
    await run.open(data.completed)
    await expect(run.status('COMPLETED')).toBeVisible()
    await expectAccessible(page, 'completed run', { alsoDark: true })
    for (const tab of ['History', 'State']) {
      await page.getByRole('tab', { name: tab }).click()
      await expectAccessible(page, `completed run, ${tab}`, { part: '[role="tabpanel"]' })
    }
    await run.open(data.failed)
    await expect(run.status('FAILED')).toBeVisible()
    await run.node('Validate_Order').click()
    await expect(page.getByRole('heading', { name: 'Validate Order' })).toBeVisible()
    await expectAccessible(page, 'failed run, the step that failed')
    await run.open(data.waiting)
    await expect(run.status('WAITING_HUMAN_INPUT')).toBeVisible()
    await expectAccessible(page, 'waiting run')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, 'cancel dialog')

    await inbox.open()
    await inbox.task('Loan of 24000 for Weaver & Sons').click()
    await expect(page.getByRole('heading', { name: 'Loan of 24000 for Weaver & Sons' })).toBeVisible()
    await expectAccessible(page, 'inbox with a task')
  })

  test('the filters of runs and inbox, an escalated task, and what is done', async ({ page, rest, inbox }) => {
    await page.goto('/runs')
    await expect(page.getByRole('link', { name: data.loan })).toBeVisible()
    const filters = page.getByRole('search')
    const popover = page.getByRole('dialog')
    for (const name of ['status', 'workflow', 'version', 'time', 'duration', 'value', 'tag', 'error', 'more']) {
      await filters.getByRole('button', { name, exact: true }).click()
      await expect(popover).toBeVisible()
      await expectAccessible(page, `filter of runs, ${name}`)
      await page.keyboard.press('Escape')
      await expect(popover).toBeHidden()
    }
    await page.goto(
      `/runs?status=FAILED&workflow=${data.loan}&from=someday&longer=1&value=input.amount > 1&waits=person`,
    )
    await expect(filters.getByText(/someday/).first()).toBeVisible()
    await expectAccessible(page, 'runs narrowed, in part by what cannot be read', { alsoDark: true, part: 'main' })

    const late = uniqueName('Late')
    const title = `Sign off ${late}`
    await rest.publish(
      `workflow_type: ${late}
steps:
  - name: Sign
    type: HUMAN
    title: ${title}
    groups: [credit]
    escalate_after_seconds: 1
    escalate_to: directors
    due_in_seconds: 1
    form: { type: object, required: [approved], properties: { approved: { type: boolean } } }
`,
    )
    await rest.start(late, {})
    await inbox.open()
    await inbox.task(title).click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByText(/directors/).first()).toBeVisible()
    await expectAccessible(page, 'inbox, an escalated task', { alsoDark: true })
    await page.getByRole('button', { name: 'Filters' }).click()
    await expect(popover).toBeVisible()
    await expectAccessible(page, 'filters of the inbox')
    await page.keyboard.press('Escape')
    await expect(popover).toBeHidden()
    await inbox.decide(title, 'a')
    await inbox.list('Done').click()
    await inbox.task(title).click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expectAccessible(page, 'inbox, what is done', { alsoDark: true })
  })

  test('an address that leads nowhere', async ({ page, complaints }) => {
    await page.goto('/nowhere')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expectAccessible(page, 'not found')
    // The browser itself reports the answer 404.
    complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('404')))
  })

  test('a narrow screen', async ({ page, run, designer }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const screens: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
      ['/', async () => expect(page.getByText(data.loan).first()).toBeVisible()],
      ['/workflows', async () => expect(page.getByRole('link', { name: data.loan })).toBeVisible()],
      [`/workflows/${data.loan}`, async () => expect(designer.node('Risk_Gate')).toBeVisible()],
      ['/runs', async () => expect(page.getByRole('link', { name: data.loan })).toBeVisible()],
      [`/runs/${data.failed}`, async () => expect(run.status('FAILED')).toBeVisible()],
      ['/inbox', async () => expect(page.getByText('Loan of 24000 for Weaver & Sons').first()).toBeVisible()],
    ]
    for (const [path, isShown] of screens) {
      await page.goto(path)
      await isShown(page)
      await expectAccessible(page, `${path}, narrow`)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect.soft(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0)
    }
    await designer.open(data.loan)
    for (const tab of ['Outline', 'Fields'] as const) {
      await page.getByRole('tab', { name: tab }).click()
      await expectAccessible(page, `designer, ${tab}, narrow`)
    }
  })
})
