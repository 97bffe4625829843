import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

const draft = (name: string) =>
  `workflow_type: ${name}
input_schema: { type: object, properties: { amount: { type: number }, lines: { type: array } } }
steps:
  - name: Score
    function: ""
  - name: Wait
    type: SIGNAL
    signal: paid
  - name: Ship
    type: SUB_WORKFLOW
    sub_workflow_type: ""
  - name: Both
    type: PARALLEL
    tasks:
      - { name: one, function: loans.decline }
  - name: Mail
    type: ASYNC
    function: campaigns.send_emails
    next: END
layout: { Score: [0, 0], Wait: [0, 120], Ship: [0, 240], Both: [0, 360], Mail: [0, 480] }
`

test('steps that call, wait, branch and compose are filled in by their forms alone', async ({
  workflows,
  designer,
  page,
  rest,
}) => {
  const [name, child] = [uniqueName('Forms'), uniqueName('Child')]
  await rest.publish(`workflow_type: ${child}\nsteps:\n  - { name: A, type: TRANSFORM, set: { a: "1" } }\n`)
  await workflows.importText(draft(name))
  await page.getByRole('dialog').getByRole('link', { name }).click()
  await expect(designer.node('Mail')).toBeVisible()
  const { inspector } = designer
  const suggestions = page.getByRole('listbox', { name: 'Suggestions' })

  await test.step('a function is found by its name, and chosen for its signature and its words', async () => {
    await designer.select('Score')
    const field = inspector.getByRole('combobox', { name: 'Function', exact: true })
    await field.click()
    await field.pressSequentially('loans.')
    const option = suggestions.getByRole('option', { name: /^loans\.calculate_risk/ })
    await expect(suggestions.getByRole('option')).toHaveCount(3)
    await expect(option).toContainText('Scores a loan from 0 (fine) to 100 (hopeless)')
    await expect(option).toContainText('calculateRisk(state: LoanState, context: StepContext)')
    await field.press('ArrowDown')
    await field.press('Enter')
    await expect(field).toHaveValue('loans.calculate_risk')
    await expect(inspector.getByText('below 4,000 is fine', { exact: false })).toBeVisible()
    await expect(inspector.getByText(/^Reads .*amount/)).toBeVisible()
    await expect(inspector.getByText(/loans\.ts:\d+$/)).toBeVisible()
  })

  await test.step('a signal, and what it brings', async () => {
    await designer.select('Wait')
    await designer.fill('Signal', 'payment_of_{{ input.amount }}')
    await inspector.getByRole('button', { name: 'Add a field' }).first().click()
    await expect(inspector.getByRole('group', { name: 'Payload schema' }).getByRole('textbox').first()).toBeVisible()
  })

  await test.step('a sub-workflow is one that there is', async () => {
    await designer.select('Ship')
    const field = inspector.getByRole('combobox', { name: 'Workflow', exact: true })
    await field.click()
    await field.pressSequentially(child)
    await suggestions.getByRole('option', { name: child }).click()
    await expect(field).toHaveValue(child)
    await field.blur()
  })

  await test.step('tasks side by side, functions and sub-workflows', async () => {
    await designer.select('Both')
    await inspector.getByRole('button', { name: 'Add a step' }).click()
    await designer.pick(child)
    await expect(inspector.getByRole('combobox', { name: 'Workflow', exact: true })).toHaveValue(child)
    await designer.select('Both')
    await inspector.getByRole('button', { name: 'Add a step' }).click()
    await designer.pick('disburse', 'loans.disburse')
    await expect(inspector.getByRole('combobox', { name: 'Function', exact: true })).toHaveValue('loans.disburse')
  })

  await test.step('a function in the background, and its queue', async () => {
    await designer.select('Mail')
    await inspector.getByRole('button', { name: /^Advanced/ }).click()
    await designer.fill('Queue', 'mails')
  })

  await test.step('what was filled in is in the text, and nothing is wrong with it', async () => {
    await designer.saved()
    // Whether a name stands in quotes is not the point.
    const text = (await designer.exported()).replaceAll('"', '')
    for (const line of [
      'function: loans.calculate_risk',
      'payment_of_{{ input.amount }}',
      `sub_workflow_type: ${child}`,
      '{ name: one, function: loans.decline }',
      'function: loans.disburse',
      'queue: mails',
    ]) {
      expect(text).toContain(line)
    }
    await designer.dock('Problems')
    await expect(designer.problems).toHaveCount(0)
  })
})
