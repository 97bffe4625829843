import type { Page } from '@playwright/test'
import type { DesignerPage } from '../pages/designer-page.ts'
import { InboxPage } from '../pages/inbox-page.ts'
import { Keyboard } from '../pages/keyboard.ts'
import { expectAccessible } from '../support/accessible.ts'
import { family, uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

/** A draft of five steps: scored, then decided by a person or refused. */
const draft = (name: string, title: string) => `workflow_type: ${name}
steps:
  - { name: Score, function: loans.calculate_risk }
  - name: Gate
    type: DECISION
    routes:
      - { condition: state.risk_score >= 0, target: Review }
      - { default: Refuse }
  - name: Review
    type: HUMAN
    title: ${title}
    form: { type: object, required: [approved], properties: { approved: { type: boolean } } }
  - name: Decided
    type: DECISION
    routes:
      - { condition: state.approved == true, target: Pay }
      - { default: Refuse }
  - { name: Pay, function: loans.disburse, next: END }
  - { name: Refuse, function: loans.decline, next: END }
`

/** The designer by keys: its parts, and how a step is added. */
function byKeys(page: Page, designer: DesignerPage) {
  const keys = new Keyboard(page)
  const outline = page.getByRole('tree', { name: 'Steps' })
  const row = (step: string) => outline.getByRole('treeitem', { name: new RegExp(`^${step},`) })
  const dialog = page.getByRole('dialog')
  const said = page.getByRole('status', { name: 'Latest update' })
  /** What is typed over the name of a step that was just added. */
  const call = async (step: string, fields?: Readonly<Record<string, string>>) => {
    await expect(designer.titleField).toBeFocused()
    await keys.type(step)
    await keys.press('Enter')
    await expect(designer.node(step)).toBeAttached()
    for (const [field, value] of Object.entries(fields ?? {})) {
      const named = { name: field, exact: true }
      await keys.tabTo(
        designer.inspector.getByRole('combobox', named).or(designer.inspector.getByRole('textbox', named)),
      )
      await keys.type(value)
    }
  }
  const add = async (key: string, kind: string) => {
    await keys.press(key)
    await expect(designer.kindSearch).toBeFocused()
    await expect(designer.kindSearch).toHaveAccessibleName(/^Add a step (after|between) \w+/)
    await keys.type(kind)
    await keys.press('Enter')
  }
  const toCanvas = (step: string) => keys.pressUntilFocused('Escape', designer.node(step))
  return { keys, outline, row, dialog, said, call, add, toCanvas }
}

test('without a pointer: build a workflow, connect its steps and configure them', async ({ page, designer }) => {
  const { keys, dialog, said, call, add, toCanvas } = byKeys(page, designer)
  const name = uniqueName('ByKeys')
  const title = `Decide about ${name}`

  await test.step('create it from the palette', async () => {
    await page.goto('/workflows')
    await keys.command('Blank')
    await keys.tabTo(dialog.getByLabel('Name'))
    await keys.type(name)
    await keys.press('Enter')
    await page.waitForURL(`**/workflows/${name}`)
    await expect(designer.canvas).toBeVisible()
  })

  await test.step('add steps one after another on the canvas', async () => {
    await keys.press('n')
    await expect(designer.kindSearch).toBeFocused()
    await keys.type('function')
    await keys.press('Enter')
    await call('Score', { Function: 'loans.calculate_risk' })
    await toCanvas('Score')
    await add('Shift+N', 'decision')
    await call('Gate')
    await toCanvas('Gate')
    await add('Shift+N', 'function')
    await call('Refuse', { Function: 'loans.decline' })
    await toCanvas('Refuse')
    await keys.press('ArrowUp')
    await expect(designer.node('Gate')).toBeFocused()
    await add('Shift+N', 'human')
    await call('Review', { 'Task title': title })
    await expect(said).toHaveText(/Review|Human/)
  })

  await test.step('give the human task a form', async () => {
    await keys.tabTo(designer.inspector.getByRole('button', { name: 'Add a field' }))
    await keys.press('Enter')
    const field = designer.inspector.getByLabel(/^Name of field /).last()
    await keys.tabTo(field)
    await keys.press('Control+a')
    await keys.type('approved')
    await keys.press('Enter')
    const kind = designer.inspector.getByLabel('Type of field approved')
    await keys.tabTo(kind)
    await keys.press('Enter')
    await keys.pressUntilFocused('ArrowDown', page.getByRole('option', { name: 'Yes or no' }))
    await keys.press('Enter')
    await expect(kind).toContainText('Yes or no')
    await keys.tabTo(designer.inspector.getByRole('button', { name: 'approved is required' }))
    await keys.press('Enter')
    await toCanvas('Review')
  })

  await test.step('go on from there, with a decision of two routes', async () => {
    await add('Shift+N', 'decision')
    await call('Decided')
    await toCanvas('Decided')
    await keys.press('c')
    await expect(dialog.getByRole('combobox', { name: 'Steps to connect to' })).toBeFocused()
    await keys.type('Refuse')
    await keys.press('Enter')
    await expect(designer.canvas.getByRole('textbox', { name: 'Condition of the route to Refuse' })).toBeFocused()
    await keys.press('Escape')
    await expect(designer.node('Decided')).toBeFocused()
    await add('Shift+N', 'function')
    await call('Pay', { Function: 'loans.disburse' })
    await toCanvas('Pay')
  })

  await test.step('edit the conditions in the list of connections', async () => {
    for (const [step, target, condition] of [
      ['Decided', 'Pay', 'state.approved == true'],
      ['Gate', 'Review', 'state.risk_score >= 0'],
    ] as const) {
      await keys.pressUntilFocused('ArrowUp', designer.node(step))
      await keys.press('Shift+C')
      const field = dialog.getByRole('textbox', { name: `Condition of the route to ${target}` })
      await keys.tabTo(field)
      await keys.press('Control+a')
      await keys.type(condition)
      await keys.press('Enter')
      await expect(said).toHaveText(`The route from ${step} to ${target} is taken if ${condition}`)
      await keys.tabTo(dialog.getByRole('button', { name: '+ otherwise' }))
      await keys.press('Enter')
      await expect(dialog.getByRole('button', { name: '+ otherwise' })).toHaveCount(0)
      await keys.press('Escape')
      await expect(designer.node(step)).toBeFocused()
    }
  })

  await test.step('go from a step to its connections: hear them, edit, insert, delete, and go to their ends', async () => {
    const connection = designer.canvas.locator('[data-action-scope="edge"]')
    const hears = (words: RegExp) => expect(connection).toHaveAccessibleName(words)
    await keys.press('l')
    await expect(connection).toBeFocused()
    await hears(/^Route from Gate to Review, state.risk_score >= 0, 1 of 3 of Gate$/)
    await keys.press('ArrowRight')
    await hears(/^Route from Gate to Refuse, otherwise, 2 of 3 of Gate$/)
    await keys.press('ArrowLeft')
    await expectAccessible(page, 'a connection that has the focus', { part: 'section[aria-label="Canvas"]' })
    await keys.press('F2')
    await expect(designer.canvas.getByRole('textbox', { name: 'Condition of the route to Review' })).toBeFocused()
    await keys.press('Control+a')
    await keys.type('state.risk_score >= 1')
    await keys.press('Enter')
    await expect(connection).toBeFocused()
    await hears(/^Route from Gate to Review, state.risk_score >= 1/)
    await keys.press('ArrowLeft')
    await hears(/^Connection from Score to Gate, 3 of 3 of Gate$/)
    await add('Shift+N', 'timer')
    await call('Between')
    await toCanvas('Between')
    await keys.press('l', 'ArrowDown')
    await expect(designer.node('Gate')).toBeFocused()
    await keys.press('Control+z', 'Control+z', 'Control+z')
    await expect(designer.node('Between')).toBeHidden()
    await keys.press('l', 'Delete')
    await expect(said).toHaveText(/Gate .*Review/)
    await expect(designer.node('Gate')).toBeFocused()
    await keys.press('Control+z')
    await keys.press('l', 'ArrowRight', 'Enter')
    await expect(page.getByRole('menuitem', { name: 'Insert a step on the connection' })).toBeVisible()
    await expectAccessible(page, 'the menu of a connection')
    await keys.press('Escape')
    await expect(connection).toBeFocused()
    await keys.press('ArrowUp')
    await expect(designer.node('Gate')).toBeFocused()
    await keys.press('l', 'Escape')
    await expect(designer.node('Gate')).toBeFocused()
    await expect(connection).toBeHidden()
  })
})

test('without a pointer: rearrange a workflow to ten steps in the outline, publish, run, and decide in the inbox', async ({
  page,
  designer,
  inbox,
  run,
  rest,
}) => {
  const { keys, outline, row, dialog, said, call, add } = byKeys(page, designer)
  const name = uniqueName('ByKeys')
  const title = `Decide about ${name}`
  await rest.publish(draft(name, title))
  await designer.open(name)
  await expect(designer.node('Gate')).toBeVisible()

  await test.step('insert, duplicate, rename, reorder and delete in the outline', async () => {
    await keys.press('o')
    await expect(outline.locator(':focus')).toHaveCount(1)
    await keys.press('End')
    await keys.pressUntilFocused('ArrowUp', row('Pay'))
    await add('Shift+B', 'function')
    await call('Check', { Function: 'loans.calculate_risk' })
    await keys.pressUntilFocused('Escape', row('Check'))
    await add('Shift+N', 'function')
    await call('Reserve', { Function: 'loans.calculate_risk' })
    await keys.pressUntilFocused('Escape', row('Reserve'))
    await add('Shift+N', 'timer')
    await call('Pause', { 'Wait for': '1 second' })
    await keys.pressUntilFocused('Escape', row('Pause'))
    await keys.press('Alt+ArrowUp')
    await expect(row('Check')).toHaveAccessibleName(/leads to Pause/)
    await expect(row('Pause')).toBeFocused()
    await keys.press('F2')
    await keys.type('Breathe')
    await keys.press('Enter')
    await expect(row('Breathe')).toBeFocused()
    await keys.press('Control+d')
    await expect(row('Breathe 2')).toBeFocused()
    await keys.press('Delete')
    await expect(row('Breathe 2')).toBeHidden()
    await keys.pressUntilFocused('ArrowUp', row('Breathe'))
    await add('Shift+N', 'timer')
    await call('Scratch', { 'Wait for': '1 second' })
    await keys.pressUntilFocused('Escape', row('Scratch'))
    await keys.press('Delete')
    await expect(row('Scratch')).toBeHidden()
    await expect(said).toHaveText('Scratch deleted')
    await expect(outline.locator(':focus')).toHaveCount(1)
    await keys.press('Control+z')
    await expect(said).toHaveText('Undone: removing Scratch')
    await keys.press('Control+Shift+Z')
    await expect(said).toHaveText('Redone: removing Scratch')
    await keys.press('Control+z')
    await expect(row('Scratch')).toBeVisible()
    await keys.press('End')
    await keys.pressUntilFocused('ArrowUp', row('Refuse'))
    await add('Shift+N', 'function')
    await call('Tell', { Function: 'loans.decline' })
    await keys.pressUntilFocused('Escape', row('Tell'))
    await expect(outline.getByRole('treeitem')).toHaveCount(11)
  })

  await test.step('select several rows there, group them, and rename and dissolve the group', async () => {
    const chosen = outline.getByRole('treeitem', { selected: true })
    const title = page.getByRole('textbox', { name: 'Title of the group' })
    const group = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^Group ${name}, 2 steps`) })
    await keys.pressUntilFocused('ArrowUp', row('Check'))
    await keys.press('Shift+ArrowDown')
    await expect(chosen).toHaveCount(2)
    await keys.press('Control+g')
    await expect(title).toBeFocused()
    await keys.type('Before paying')
    await keys.press('Enter')
    await expect(outline.locator(':focus')).toHaveCount(1)
    await keys.tabTo(group('Before paying'))
    await keys.press('Enter')
    await expect(title).toBeFocused()
    await keys.type('At rest')
    await keys.press('Enter')
    await expect(group('At rest')).toBeFocused()
    await expectAccessible(page, 'groups in the outline', { part: '[data-outline]' })
    await keys.press('Space')
    await expect(chosen).toHaveCount(2)
    await keys.press('Control+Shift+G')
    await expect(group('At rest')).toBeHidden()
    await keys.press('o', 'Control+Home', 'Space')
    await expect(chosen).toHaveCount(3)
    await keys.press('Escape')
  })

  await test.step('publish and run', async () => {
    await keys.press('Control+Shift+Enter')
    const words = dialog.getByRole('textbox', { name: /What changed/ })
    await keys.tabTo(words)
    await keys.type('Drawn by keys alone')
    await keys.press('Control+Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByText('v2', { exact: true })).toBeVisible()
    await keys.press('Control+Enter')
    await keys.tabTo(dialog.getByLabel('Input'))
    await keys.press('Control+a')
    await keys.type(JSON.stringify({ customer: name, amount: 24_000 }))
    await keys.press('Control+Enter')
    await page.waitForURL(/\/runs\//)
    await expect(run.status('WAITING_HUMAN_INPUT')).toBeVisible()
  })

  await test.step('decide in the inbox', async () => {
    const runId = page.url().split('/').at(-1) ?? ''
    await keys.sequence('g', 'i')
    await keys.tabTo(inbox.row(title))
    await keys.press('Enter')
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await keys.press('a')
    await expect(page.getByRole('button', { name: /^Approve/ })).toBeVisible()
    await keys.press('Control+Enter')
    await expect.poll(async () => (await rest.run(runId)).workflow_status).toBe('COMPLETED')
  })
})

test('without a pointer: an order four levels deep is found from the overview, the root and the inbox, and decided', async ({
  page,
  context,
  overview,
  run,
  rest,
}) => {
  const { texts, names } = family('order-fulfilment')
  const [root = '', , , leaf = ''] = names
  const title = `Pick a carrier for ${leaf}`
  for (const text of texts) await rest.publish(text.replace(/title: Pick a carrier.*/, `title: ${title}`))
  const { run_id } = await rest.start(root, { order_id: 'A-2002', items: [{ sku: 'LOOM' }, { sku: 'HAZMAT' }] })
  await expect.poll(async () => (await rest.run(run_id)).workflow_status).toBe('WAITING_CHILD_HUMAN_INPUT')
  const keys = new Keyboard(page)

  await test.step('from the overview by its status', async () => {
    await overview.open()
    await keys.tabTo(overview.status('WAITING_CHILD_HUMAN_INPUT'))
    await keys.press('Enter')
    await keys.tabTo(page.getByRole('row').filter({ hasText: root }).getByRole('link', { name: root }))
    await keys.press('Enter')
    await expect(page).toHaveURL(new RegExp(run_id))
  })

  await test.step('from the root to the run that waits, and back along the tree', async () => {
    await keys.tabTo(run.sentence.getByRole('link', { name: leaf }))
    await keys.press('Enter')
    await expect(run.status('WAITING_HUMAN_INPUT')).toBeVisible()
    await keys.tabTo(run.tree.getByRole('link', { name: root }))
    await keys.press('Enter')
    await expect(run.status('WAITING_CHILD_HUMAN_INPUT')).toBeVisible()
    for (const workflow of names.slice(0, -1)) {
      const fold = run.tree.getByRole('button', { name: `Sub-workflows of ${workflow}` })
      await keys.tabTo(fold)
      if ((await fold.getAttribute('aria-expanded')) !== 'true') await keys.press('Enter')
    }
    await expect(run.tree.locator('[data-status="WAITING_HUMAN_INPUT"]')).toBeVisible()
  })

  await test.step('in the inbox, where it is decided; the page of the root sees all levels complete', async () => {
    const tab = await context.newPage()
    const inTab = new Keyboard(tab)
    await tab.goto('/inbox')
    await inTab.tabTo(new InboxPage(tab).row(title))
    await inTab.press('Enter')
    await expect(tab.getByRole('heading', { name: title })).toBeVisible()
    await inTab.tabTo(tab.getByRole('radio').first())
    await inTab.press('Space')
    await expect(tab.getByRole('radio').first()).toBeChecked()
    await inTab.press('Control+Enter')
    await expect.poll(async () => (await rest.run(run_id)).workflow_status).toBe('COMPLETED')
    await expect(run.status('COMPLETED')).toBeVisible()
    await expect(run.tree.locator('[data-status="COMPLETED"]')).toHaveCount(names.length)
  })
})
