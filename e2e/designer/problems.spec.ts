import type { DesignerPage } from '../pages/designer-page.ts'
import { example, uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

test('a text that cannot be read keeps the last graph, says its line, and is not published', async ({
  page,
  workflows,
  designer,
  rest,
}) => {
  const name = uniqueName('Broken')
  const text = example('order-processing', name)
  await workflows.importText(text)
  await page.getByRole('dialog').getByRole('link', { name }).click()
  await expect(designer.node('Ship_Order')).toBeVisible()

  const broken = text.replace('function: orders.charge', 'function: [orders.charge')
  await designer.writeYaml(broken)
  await expect(designer.canvas.getByRole('alert')).toContainText('The canvas shows the last valid version')
  for (const step of ['Validate_Order', 'Charge_Payment', 'Ship_Order']) {
    await expect(designer.node(step)).toBeVisible()
  }
  await expect(designer.errorMarks.first()).toBeVisible()
  await designer.dock('Problems')
  await expect(designer.problems.first().getByLabel('Error')).toBeVisible()
  const { message, line } = await firstProblem(designer)
  expect(line).toBeGreaterThanOrEqual(lineOf(broken, '[orders.charge'))
  await expectRefusal(designer, message)
  const { status, answer } = await rest.tryPublish(broken)
  expect(status).toBe(422)
  expect(answer).toContain(JSON.stringify(message).slice(1, -1))

  await designer.writeYaml(text)
  await expectNoProblems(designer)
  await expect(designer.canvas.getByRole('alert')).toBeHidden()
  await designer.publish()
  expect(await rest.text(name)).toBe(text)
})

const invalid = [
  {
    what: 'a route to a step that is not there',
    good: 'target: Manager_Approval',
    bad: 'target: Manager_Aproval',
    step: 'Risk_Gate',
    message: /Manager_Aproval/,
    field: 'Target of route 2',
  },
  {
    what: 'a condition that is not boolean',
    good: 'condition: state.approved == true',
    bad: 'condition: input.amount + 1',
    step: 'Decided',
    message: /boolean|true or false/i,
    field: 'Condition',
  },
  {
    what: 'a loop that never ends',
    good: 'function: loans.decline\n    next: END',
    bad: 'function: loans.decline\n    next: Decline',
    step: 'Decline',
    message: /leads back to itself forever/,
    field: null,
  },
] as const

for (const [index, { what, good, bad, step, message, field }] of invalid.entries()) {
  // One problem of the kind is enough for every change.
  const tag = index === 0 ? ['@main'] : []
  test(`${what} shows at the step, in the panel, at its line, and is not published`, { tag }, async ({
    page,
    workflows,
    designer,
    rest,
  }) => {
    const name = uniqueName('Invalid')
    const text = example('loan-approval', name)
    const wrong = text.replace(good, bad)
    expect(wrong).not.toBe(text)
    await workflows.importText(text)
    await page.getByRole('dialog').getByRole('link', { name }).click()
    await expect(designer.node(step)).toBeVisible()

    await designer.writeYaml(wrong)
    await expect(designer.node(step).getByText('1 problem')).toBeAttached()
    await expect(designer.errorMarks.first()).toBeVisible()
    await designer.dock('Problems')
    const row = designer.problems.filter({ has: page.getByLabel('Error') }).first()
    await expect(row).toContainText(message)
    await expect(row).toContainText(step.replaceAll('_', ' '))
    await row.getByRole('button').first().click()
    await expect(designer.inspector.getByRole('textbox', { name: 'Id', exact: true })).toHaveValue(step)
    if (field !== null) {
      const wrongField = designer.inspector.locator('[aria-invalid="true"]')
      await expect(wrongField).toHaveAccessibleName(field)
      await expect(wrongField).toHaveAccessibleDescription(message)
      await expect(wrongField).toBeFocused()
    }

    await expectRefusal(designer, message)
    const { status, answer } = await rest.tryPublish(wrong)
    expect(status).toBe(422)
    expect(answer).toMatch(message)

    await designer.writeYaml(text)
    await expectNoProblems(designer)
    await expect(designer.node(step).getByText('1 problem')).toHaveCount(0)
    await designer.publish()
    expect(await rest.text(name)).toBe(text)
  })
}

/** Publishing says why not, and its button does nothing. */
async function expectRefusal({ page }: DesignerPage, reason: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText(reason)
  await expect(dialog.getByRole('button', { name: /^Publish version/ })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
}

async function expectNoProblems(designer: DesignerPage): Promise<void> {
  await expect(designer.errorMarks).toHaveCount(0)
  await designer.dock('Problems')
  await expect(designer.page.getByText('No problems. Ready to publish.')).toBeVisible()
}

/** What the panel's first row says, and which line it names. */
async function firstProblem({ problems }: DesignerPage): Promise<{ message: string; line: number }> {
  const [message = '', line] = await problems.first().getByRole('button').allInnerTexts()
  return { message: message.trim(), line: Number(line) }
}

const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split('\n').length
