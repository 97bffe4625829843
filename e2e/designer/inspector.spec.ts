import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'
import { whileClockStands } from '../support/stopped-clock.ts'

const draft = (name: string) => `workflow_type: ${name}
input_schema:
  type: object
  properties:
    amount: { type: number, minimum: 50 } # euros
    lines: { type: array, items: { type: object, properties: { price: { type: number } } } }
steps:
  - name: Gate
    type: DECISION
    routes:
      - condition: input.amount > 10 # not much
        target: Ask
      - default: Each
  - name: Ask
    type: HUMAN
    form:
      type: object
      properties:
        # what they say
        approved: { type: boolean }
        note: { type: string, x-kept: yes }
    next: Call
  - name: Each
    type: LOOP
    mode: ITERATE
    iterate_over: input.lines
    loop_body:
      - { name: Price, type: TRANSFORM, set: { total: item.price * 2 } }
    next: END
  - name: Call
    type: HTTP
    http_config: { url: https://example.com }
    next: Sum
  - name: Sum
    type: SCRIPT
    code: return 1
    next: END
layout:
  Gate: [0, 0]
  Ask: [0, 120]
  Each: [260, 120]
  Call: [0, 240]
  Sum: [260, 240]
`

test('fields complete, check, try and mend what is typed, and change only their own lines', async ({
  page,
  workflows,
  designer,
}) => {
  const name = uniqueName('Fields')
  const text = draft(name)
  await workflows.importText(text)
  await page.getByRole('dialog').getByRole('link', { name }).click()
  await expect(designer.node('Gate')).toBeVisible()
  const { inspector } = designer

  await test.step('an expression is completed and tried with data', async () => {
    await designer.select('Gate')
    const condition = inspector.getByRole('textbox', { name: 'Condition' }).and(page.locator('.cm-content'))
    await condition.press('ControlOrMeta+a')
    await condition.pressSequentially('input.am')
    await page.getByRole('option', { name: /^amount/ }).click()
    await condition.pressSequentially(' > 20')
    await expect(condition).toHaveText('input.amount > 20')
    await expect(inspector.getByRole('status', { name: 'Preview' })).toHaveText(/=\s*true\s*· sample input/)
  })

  await test.step('the condition on its edge is written with the same help; Escape cancels, Enter keeps', async () => {
    const label = page.getByRole('button', { name: /^Condition .*, from Gate to Ask$/ })
    const field = page.getByRole('textbox', { name: 'Condition of the route to Ask' }).and(page.locator('.cm-content'))
    await label.dblclick()
    await expect(field).toBeFocused()
    await field.press('ControlOrMeta+a')
    await field.pressSequentially('input.am')
    await page.getByRole('option', { name: /^amount/ }).click()
    await field.pressSequentially(' > 30')
    await expect(designer.canvas.getByRole('status', { name: 'Preview' })).toHaveText(/=\s*true\s*· sample input/)
    await field.press('Escape')
    await expect(label).toHaveText('input.amount > 20')
    await expect(designer.node('Gate')).toBeFocused()
    await label.dblclick()
    await field.press('End')
    await field.pressSequentially('5')
    await field.press('Enter')
    await expect(label).toHaveText('input.amount > 205')
    await expect(designer.node('Gate')).toBeFocused()
    await designer.select('Gate')
  })

  await test.step('a field and its line in the text are marked for each other, and neither takes the focus', async () => {
    const line = page.locator('.cm-field-line')
    const pointed = inspector.locator('[data-pointed]')
    await designer.dock('YAML')
    await expect(line).toHaveCount(0)
    const condition = inspector.getByRole('textbox', { name: 'Condition' })
    await condition.click()
    await expect(line.first()).toHaveText(/condition: "?input\.amount > 205/)
    await expect(condition).toBeFocused()
    await page.locator('.cm-line', { hasText: 'iterate_over' }).click()
    await expect(pointed).toHaveAttribute('data-field', 'iterate_over')
    await expect(designer.yaml).toBeFocused()
    await expect(line).toHaveCount(0)
    await designer.select('Gate')
    await expect(pointed).toHaveCount(0)
  })

  await test.step('what is wrong is shown at all places, each leads to the others, and is mended by one click', async () => {
    const condition = inspector.getByRole('textbox', { name: 'Condition' })
    await condition.fill('input.amuont > 20')
    await condition.blur()
    await expect(designer.node('Gate').getByText('1 problem')).toBeAttached()
    await designer.select('Ask')
    await designer.node('Gate').getByTitle('1 problem').click()
    await expect(designer.problems.first()).toContainText('amuont')
    await expect(condition).toBeFocused()
    await condition.blur()
    await inspector.getByRole('button', { name: /^Line \d+$/ }).click()
    await expect(designer.yaml).toBeFocused()
    await designer.select('Ask')
    await page.locator('.cm-problem-note').click()
    await expect(condition).toBeFocused()
    await condition.blur()
    await inspector.getByRole('button', { name: 'Change to amount' }).click()
    await expect(designer.node('Gate').getByText('1 problem')).toHaveCount(0)
  })

  await test.step('a form is built and looked at', async () => {
    await designer.select('Ask')
    await inspector.getByRole('button', { name: 'More options for field note' }).click()
    await inspector.getByRole('textbox', { name: 'Label of field note' }).fill('Your reasons')
    await inspector.getByRole('button', { name: 'Up', exact: true }).click()
    // The row moves: what is pressed while it does is another row's.
    await expect(inspector.getByLabel(/^Name of field /).first()).toHaveValue('note')
    const required = inspector.getByRole('button', { name: 'note is required' })
    await required.click()
    await expect(required).toHaveAttribute('aria-pressed', 'true')
    await inspector.getByRole('button', { name: 'Preview of Form' }).click()
    await expect(inspector.getByRole('region', { name: 'Preview of Form' }).getByLabel(/^Your reasons/)).toBeVisible()
  })

  await test.step('a request is filled in without its text', async () => {
    await designer.select('Call')
    await inspector.getByRole('textbox', { name: 'New header' }).fill('accept')
    await page.keyboard.press('Enter')
    await designer.fill('Value of header accept', 'application/json')
  })

  await test.step('a step within a loop has its own fields', async () => {
    await designer.select('Each')
    await inspector.getByRole('button', { name: /^Price/ }).click()
    await expect(inspector.getByRole('textbox', { name: 'Id', exact: true })).toHaveValue('Price')
    await designer.fill('Expression for total', 'item.price * 3')
    await inspector.getByRole('button', { name: 'In Each' }).click()
    await expect(inspector.getByRole('textbox', { name: 'Id', exact: true })).toHaveValue('Each')
  })

  await test.step('a script completes what it is given, and is undone like any field', async () => {
    await designer.select('Sum')
    const code = inspector.getByRole('textbox', { name: 'Code', exact: true }).and(page.locator('.cm-content'))
    // What is typed within a second is one step of undo.
    await whileClockStands(page, async () => {
      await code.press('ControlOrMeta+a')
      await code.pressSequentially('return input.am')
      await page.getByRole('option', { name: /^amount/ }).click()
      await expect(code).toHaveText('return input.amount')
    })
    await expect(designer.yaml).toContainText('return input.amount')
    await code.press('ControlOrMeta+z')
    await expect(code).toHaveText('return 1')
  })

  await test.step('the text completes expressions like their fields, and its cursor selects steps in bodies', async () => {
    await designer.dock('YAML')
    // The text first scrolls to the step that is selected.
    await expect(page.locator('.cm-line', { hasText: 'code: return 1' })).toBeInViewport()
    await page.locator('.cm-line', { hasText: 'iterate_over' }).click()
    await expect(inspector.getByRole('textbox', { name: 'Id', exact: true })).toHaveValue('Each')
    await page.keyboard.press('End')
    for (let letter = 0; letter < 'lines'.length; letter += 1) await page.keyboard.press('Backspace')
    await page.keyboard.type('li')
    await page.getByRole('option', { name: /^lines/ }).click()
    await expect(page.locator('.cm-line', { hasText: 'iterate_over' })).toHaveText('    iterate_over: input.lines')
    await page.locator('.cm-line', { hasText: 'name: Price' }).click()
    await expect(inspector.getByRole('textbox', { name: 'Id', exact: true })).toHaveValue('Price')
  })

  await test.step('only the lines concerned have changed', async () => {
    await designer.saved()
    const changed = text
      .replace('input.amount > 10', '"input.amount > 20"')
      .replace(
        '        # what they say\n        approved: { type: boolean }\n        note: { type: string, x-kept: yes }\n',
        '        note: { type: string, x-kept: yes, title: Your reasons }\n        # what they say\n        approved: { type: boolean }\n      required: [note]\n',
      )
      .replace('{ url: https://example.com }', '{ url: https://example.com, headers: { accept: application/json } }')
      .replace('item.price * 2', 'item.price * 3')
    expect(lines(await designer.exported())).toEqual(lines(changed))
  })
})

test('a field stays where it is while it is typed into, whatever is in it on the way', async ({
  page,
  workflows,
  designer,
}) => {
  const name = uniqueName('Typing')
  await workflows.importText(draft(name))
  await page.getByRole('dialog').getByRole('link', { name }).click()
  await expect(designer.node('Gate')).toBeVisible()
  const { inspector } = designer

  await test.step('a field that was folded away', async () => {
    await designer.select('Ask')
    await inspector
      .getByRole('button', { name: /^Advanced/, expanded: false })
      .first()
      .click()
    const queue = inspector.getByRole('textbox', { name: 'Queue', exact: true })
    await queue.pressSequentially('review')
    await expect(queue).toBeFocused()
    await expect(queue).toHaveValue('review')
    for (let letter = 0; letter < 'review'.length; letter += 1) await page.keyboard.press('Backspace')
    await expect(queue).toBeFocused()
    await page.keyboard.press('Backspace')
    await expect(designer.node('Ask')).toBeVisible()
  })

  await test.step('a template in an empty body', async () => {
    await designer.select('Call')
    const body = inspector.getByRole('textbox', { name: 'Body', exact: true })
    await body.click()
    await page.keyboard.type('{{ input.amount')
    await expect(body).toContainText('{{ input.amount')
    await expect(inspector.getByRole('textbox', { name: 'New body field' })).toHaveCount(0)
  })

  await test.step('the condition of a route', async () => {
    await designer.select('Gate')
    const condition = inspector.getByRole('textbox', { name: 'Condition' }).and(page.locator('.cm-content'))
    await condition.press('ControlOrMeta+a')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('input.amount > 5')
    await expect(condition).toHaveText('input.amount > 5')
    const target = inspector.getByLabel('Target of route 1')
    await target.click()
    await page.getByRole('option', { name: 'The end' }).click()
    await expect(target).toHaveText('The end')
    await designer.undoButton.click()
    await expect(target).toHaveText('Ask')
  })

  await test.step('an expression that is emptied and written anew', async () => {
    await designer.select('Each')
    await inspector.getByRole('button', { name: /^Price/ }).click()
    const total = inspector.getByRole('textbox', { name: 'Expression for total' }).and(page.locator('.cm-content'))
    await total.press('ControlOrMeta+a')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('item.price')
    await expect(total).toHaveText('item.price')
  })
})

/** Whether a text that was typed letter by letter needed quotes on the way is not the point. */
const lines = (text: string): readonly string[] => text.replaceAll('"', '').split('\n')
