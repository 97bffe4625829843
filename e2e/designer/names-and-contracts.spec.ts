import { InboxPage } from '../pages/inbox-page.ts'
import { RunPage } from '../pages/run-page.ts'
import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

/** A part of a name that no other journey uses, without an underscore. */
const suffix = () => uniqueName('').slice(1)

test('a workflow called “Invoice approval” is made, run and approved, and its titles are what people read', async ({
  page,
  designer,
}) => {
  const words = `Invoice approval ${suffix()}`
  const id = words.replaceAll(' ', '_')
  const task = `Approve the invoice 🧾 of ${suffix()}`
  await test.step('by its name, from which its id is made', async () => {
    await page.goto('/workflows?new=blank')
    await page.getByRole('dialog').getByLabel('Name').fill(words)
    await expect(page.getByRole('dialog')).toContainText(`Id: ${id}`)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/workflows/${id}`)
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).or(page.locator('header')).first()).toContainText(
      words,
    )
  })

  const stepId = task.replace(' 🧾', '').replaceAll(' ', '_')
  await test.step('with steps that have titles', async () => {
    await designer.dropStep('Human task', { x: 740, y: 120 })
    await expect(designer.titleField).toBeFocused()
    await designer.titleField.fill(task)
    await designer.titleField.press('Enter')
    await expect(designer.node(stepId)).toContainText(task)
    await expect(designer.idField).toHaveValue(stepId)
    await designer.addFormField({ name: 'approved', kind: 'Yes or no', required: true })
    await designer.pullStep(stepId, 'Timer', { x: 740, y: 320 }, 'Cool_down')
    await designer.titleField.fill('仕上げ')
    await designer.titleField.press('Enter')
    await designer.fill('Wait for', '0 seconds')
    await designer.saved()
    const text = await designer.exported()
    expect(text).toContain(`title: ${words}\n`)
    expect(text).toContain('仕上げ')
  })

  await test.step('and run: its page, the inbox and the lists show the titles', async () => {
    await designer.publish()
    await page.getByRole('button', { name: /^Run/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: /^Run/ }).click()
    await page.waitForURL(/\/runs\//)
    const run = new RunPage(page)
    await expect(run.node(stepId)).toContainText(task)
    await expect(run.sentence).toContainText(task)
    await expect(run.timeline).toContainText(task)
    const address = page.url()
    await page.goto('/workflows')
    await expect(page.getByRole('link', { name: words })).toBeVisible()
    const inbox = new InboxPage(page)
    await inbox.open()
    await inbox.decide(task, 'a')
    await page.goto(address)
    await expect(run.node(stepId)).toContainText('Completed')
    await expect(run.timeline).toContainText('仕上げ')
  })
})

test('a sub-workflow that lacks a required input is not published; its fields come from the other workflow', async ({
  page,
  workflows,
  designer,
  rest,
}) => {
  const child = uniqueName('Child')
  const parent = uniqueName('Parent')
  const childText = (required: string) => `workflow_type: ${child}
input_schema:
  type: object
  required: [${required}]
  properties:
    amount: { type: number, title: Amount in euros }
    currency: { type: string }
steps:
  - { name: Wait, type: WAIT, duration_seconds: 0 }
`
  const text = `workflow_type: ${parent}\nsteps:\n  - { name: Order, type: SUB_WORKFLOW, sub_workflow_type: ${child} }\n`
  await rest.publish(childText('amount'))
  expect(await rest.tryPublish(text)).toMatchObject({ status: 422 })

  await workflows.createBlank(parent)
  await designer.writeYaml(text)
  await designer.select('Order')
  await expect(designer.inspector.getByText('Amount in euros')).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText(`${child} needs the input amount. Set it.`)
  await expect(dialog.getByRole('button', { name: /^Publish version/ })).toBeDisabled()
  await page.keyboard.press('Escape')

  await designer.fill('Value of input field amount', '12')
  await designer.saved()
  await designer.publish()
  expect(await rest.text(parent)).toContain('amount: 12')

  await test.step('and whoever changes the other workflow is told what breaks', async () => {
    await designer.open(child)
    await designer.writeYaml(childText('amount, currency'))
    await designer.saved()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(dialog).toContainText('Publishing breaks 1 workflow that starts this one:')
    await expect(dialog).toContainText(`${child} needs the input currency.`)
  })
})

test('an input that nobody declared is declared by one click', async ({ page, workflows, designer }) => {
  const name = uniqueName('Undeclared')
  await workflows.createBlank(name)
  await designer.writeYaml(
    `workflow_type: ${name}\nsteps:\n  - { name: Pause, type: WAIT, duration_seconds: 0, when: input.amount > 100 }\n`,
  )
  await designer.dock('Problems')
  await expect(designer.problems).toContainText(['input.amount is used but not declared.'])
  await designer.problems.getByRole('button', { name: 'Declare amount (number)' }).click()
  await expect(designer.problems).toHaveCount(0)
  await expect(page.getByText('No problems')).toBeVisible()
  const text = await designer.exported()
  expect(text).toMatch(/input_schema:[\s\S]*required:\s*(\[amount\]|- amount)/)
  expect(text).toMatch(/amount:\s*(\{ type: number \}|\n\s+type: number)/)
})

test('deleting a step in the middle heals the way, Shift+Delete leaves the gap; undo restores', async ({
  page,
  workflows,
  designer,
}) => {
  const name = uniqueName('Healed')
  await workflows.createBlank(name)
  await designer.writeYaml(
    `workflow_type: ${name}\nsteps:\n${['A', 'B', 'C'].map((step) => `  - { name: ${step}, type: WAIT, duration_seconds: 0, next: ${step === 'C' ? 'END' : step === 'A' ? 'B' : 'C'} }\n`).join('')}`,
  )
  await expect(designer.edge('B', 'C')).toBeAttached()
  const before = await designer.exported()
  await designer.select('B')
  await designer.node('B').press('Delete')
  await expect(designer.node('B')).toHaveCount(0)
  await expect(designer.edge('A', 'C')).toBeAttached()
  await designer.undoButton.click()
  await expect(designer.edge('A', 'B')).toBeAttached()
  expect(await designer.exported()).toBe(before)
  await designer.select('B')
  await designer.node('B').press('Shift+Delete')
  await expect(designer.node('B')).toHaveCount(0)
  await expect(designer.edge('A', 'C')).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(designer.edge('B', 'C')).toBeAttached()
})
