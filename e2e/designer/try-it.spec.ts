import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

const textOf = (name: string) => `workflow_type: ${name}
input_schema: { type: object, required: [price], properties: { price: { type: number, title: Price } } }
steps:
  - name: Tax
    type: TRANSFORM
    set: { tax: input.price * 0.25 }
  - name: Total
    type: TRANSFORM
    set: { total: input.price + state.tax }
  - name: Is_Large
    type: DECISION
    routes:
      - { condition: state.total != 50, target: Large }
      - { default: END }
  - name: Large
    type: TRANSFORM
    set: { large: 'true' }
  - name: Each
    type: LOOP
    mode: ITERATE
    iterate_over: '[1, 2]'
    loop_body:
      - { name: One, type: TRANSFORM, set: { one: item } }
      - { name: Two, type: TRANSFORM, set: { two: item } }
`

test('try a draft: test it, look at its values, pin one, run up to a step and one alone, and see no trace of it among the runs', async ({
  page,
  designer,
  workflows,
  rest,
}) => {
  const name = uniqueName('Trial')
  await workflows.importText(textOf(name))
  await page.getByRole('dialog').getByRole('link', { name }).click()
  await expect(designer.node('Tax')).toBeVisible()

  const dialog = page.getByRole('dialog')
  const values = page.getByRole('region', { name: 'Values on the canvas' })
  const stood = await designer.boxOf('Tax')
  await page.getByRole('button', { name: /^Test/ }).click()
  await dialog.getByLabel('Price').fill('40')
  await dialog.getByRole('button', { name: 'Inputs' }).click()
  await page.getByLabel('Input name').fill('cheap')
  await page.getByRole('button', { name: 'Keep', exact: true }).click()
  await expect(page.getByRole('button', { name: 'cheap', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: /^Start the test/ }).click()
  await expect(values.getByText('Test of the draft')).toBeVisible()
  await expect(values.getByText('Completed')).toBeVisible()
  await expect.poll(() => designer.boxOf('Tax'), 'the bar that came above the canvas has moved nothing').toEqual(stood)

  await designer.node('Total').hover()
  await expect(page.getByRole('tooltip')).toContainText('"total": 50')
  await designer.select('Tax')
  await designer.tab('Test')
  const output = designer.inspector.getByRole('figure', { name: 'Output', exact: true })
  await expect(output).toContainText('"tax": 10')
  await designer.inspector.getByRole('button', { name: 'Pin this output' }).click()
  await designer.inspector.getByRole('textbox', { name: /^Pinned output/ }).fill('{ "tax": 900 }')
  await designer.inspector.getByRole('button', { name: 'Save change' }).click()
  await expect(designer.node('Tax').getByText('pinned')).toBeAttached()

  await designer.select('Total')
  await designer.inspector.getByRole('button', { name: 'Test up to this step' }).click()
  await expect(dialog.getByText('One step is pinned')).toBeVisible()
  await expect(dialog.getByLabel('Price')).toHaveValue('40')
  await dialog.getByRole('button', { name: /^Start the test/ }).click()
  await expect(values.getByText('Test up to Total')).toBeVisible()
  await designer.tab('Test')
  await expect(output).toContainText('"total": 940')
  await expect(designer.node('Is_Large').getByText('in the run shown: Completed')).toHaveCount(0)

  await designer.tab('Step')
  await designer.writeYaml(textOf(name).replace('input.price + state.tax', 'input.price - state.tax'))
  await expect(designer.node('Total').getByText('out of date')).toBeAttached()
  await designer.select('Total')
  await designer.tab('Test')
  await designer.inspector.getByRole('button', { name: 'Test this step' }).click()
  const state = dialog.getByRole('group', { name: 'State' })
  await expect(state.getByLabel('tax')).toHaveValue('900')
  await state.getByLabel('tax').fill('5')
  await dialog.getByRole('tab', { name: 'JSON' }).click()
  await expect(dialog.getByRole('textbox')).toHaveValue(/"tax": 5/)
  await dialog.getByRole('button', { name: /^Run the step/ }).click()
  await expect(output).toContainText('"total": 35')

  // A step of a body, from the list that holds it as well: the test ends there in the first round.
  await designer.dock('Outline')
  const row = (step: string) => page.getByRole('treeitem', { name: new RegExp(`^${step},`) })
  await expect(row('One')).toHaveAccessibleName(/each round of Each/)
  await row('One').click()
  await designer.inspector.getByRole('button', { name: 'Test up to this step' }).click()
  await dialog.getByRole('button', { name: /^Start the test/ }).click()
  await expect(values.getByText('Test up to One')).toBeVisible()
  await expect(output).toContainText('"one": 1')
  await row('One').press('ArrowDown')
  await expect(row('Two')).toBeFocused()
  await expect(designer.inspector.getByText('The run shown has not reached this step.')).toBeVisible()
  await page.keyboard.press('F2')
  await page.keyboard.type('Second')
  await page.keyboard.press('Enter')
  await expect(row('Second')).toBeFocused()

  await page.reload()
  await expect(designer.node('Tax').getByText('pinned')).toBeAttached()
  await page.goto(`/runs?workflow=${name}`)
  await expect(page.getByRole('link', { name })).toHaveCount(0)
  await page.getByLabel('Test runs').click()
  await expect(page.getByRole('link', { name })).toHaveCount(4)

  // Runs of versions have values as well: hidden, shown again, and exchanged for those of a test.
  await rest.publish(textOf(name))
  await rest.start(name, { price: 8 })
  await designer.open(name)
  await expect(values.getByText('Run of v1')).toBeVisible()
  await designer.command('Hide run values')
  await expect(values).toBeHidden()
  await designer.command('Show values of the last run')
  await expect(values.getByText('Run of v1')).toBeVisible()
  await values.getByRole('button', { name: 'Other runs' }).click()
  await page.getByRole('region', { name: 'Tests of the draft' }).getByRole('button').first().click()
  await expect(values.getByText('Test up to One')).toBeVisible()
})

test('bring a workflow over from elsewhere, and run a template in one click', async ({ page, workflows }) => {
  const name = uniqueName('Mail')
  const n8n = {
    name,
    nodes: [
      { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
      {
        name: 'Mail it',
        type: 'n8n-nodes-base.gmail',
        parameters: { to: '={{ $json.to }}' },
        credentials: { gmail: {} },
      },
    ],
    connections: { Start: { main: [[{ node: 'Mail it', type: 'main', index: 0 }]] } },
  }
  await workflows.lookAt(JSON.stringify(n8n))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('1 not supported')).toBeVisible()
  await expect(dialog.getByText(/credentials are not imported/)).toBeVisible()
  await expect(dialog.getByRole('img', { name: /^Diagram of/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(dialog.getByRole('link', { name })).toBeVisible()

  await workflows.templates()
  await dialog.getByRole('button', { name: 'rollback (saga)', exact: true }).click()
  await expect(dialog.getByRole('article', { name: 'TripBooking' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Run example' }).click()
  await page.waitForURL(/\/runs\//)
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
})
