import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

const longName = `loans.${'a_function_that_nobody_has_'.repeat(5)}yet`

const draft = (name: string) => `workflow_type: ${name}
input_schema: { type: object, properties: { amount: { type: number } } }
steps:
  - name: Gate
    type: DECISION
    routes:
      - condition: input.amuont > 1
        target: Score
      - condition: input.amount > 2 || input.amuont > 3
        target: Sum
      - default: Sum
  - name: Score
    function: ${longName}
    with:
      level: 0x1F
      first: "{{ input.amount }}"
      digits: 12345678901234567890
      second: "{{ input.amuont }}"
    next: END
  - name: Sum
    type: TRANSFORM
    set:
      total: input.amount
      sub.total: input.amuont * 1.10
    next: Ask
  - name: Ask
    type: HUMAN
    due_in_seconds: 86400
    timeout_seconds: 2 minutes
    reminders: [3600, 0x708] # as they were
layout: { Gate: [0, 0], Score: [0, 120], Sum: [260, 120], Ask: [260, 240] }
`

test('each row of a field says what is wrong with it and mends only that, and every line leads to its own row', async ({
  page,
  workflows,
  designer,
}) => {
  const name = uniqueName('Rows')
  const text = draft(name)
  await workflows.importText(text)
  await page.getByRole('dialog').getByRole('link', { name }).click()
  await expect(designer.node('Gate')).toBeVisible()
  const { inspector } = designer
  const row = (field: string) => inspector.locator(`[data-field="${field}"]`)
  const mark = (words: string) => page.locator('.cm-line', { hasText: words })
  /** The dot before a line of the text. */
  const dotOf = async (words: string) => {
    await designer.dock('YAML')
    await mark(words).scrollIntoViewIfNeeded()
    const box = await mark(words).boundingBox()
    if (!box) throw new Error(`${words} is not in the text`)
    const dots = await page.locator('.cm-gutter-lint .cm-lint-marker').all()
    for (const dot of dots) {
      const at = await dot.boundingBox()
      if (at && at.y > box.y - 2 && at.y < box.y + box.height) return dot
    }
    throw new Error(`Nothing is marked at ${words}`)
  }

  await test.step('the mark before a line, and the words behind it, lead to the row of that line', async () => {
    await (await dotOf('input.amount > 2')).click()
    await expect(row('routes.1').getByRole('textbox', { name: 'Condition' })).toBeFocused()
    await designer.select('Sum')
    await mark('input.amount > 2').locator('.cm-problem-note').click()
    await expect(row('routes.1').getByRole('textbox', { name: 'Condition' })).toBeFocused()
    await expect(mark('input.amount > 2').locator('.cm-problem-note code')).toHaveText('amuont')
  })

  await test.step('each route has its own words and its own repair', async () => {
    for (const field of ['routes.0', 'routes.1']) await expect(row(field)).toContainText('is not declared')
    await row('routes.1').getByRole('button', { name: 'Change to amount' }).click()
    await expect(row('routes.1')).not.toContainText('is not declared')
    await expect(row('routes.0')).toContainText('is not declared')
  })

  await test.step('the number of a line in the panel selects its step beside it', async () => {
    await designer.dock('Problems')
    await designer.problems
      .filter({ hasText: 'too many digits' })
      .getByRole('button', { name: /^Line \d+ of the YAML/ })
      .click()
    await expect(designer.yaml).toBeFocused()
    await expect(inspector.getByRole('textbox', { name: 'Id', exact: true })).toHaveValue('Score')
  })

  await test.step('arguments and assignments say it at their rows too, warnings as well', async () => {
    await designer.tab('Data 2')
    await expect(row('with.digits')).toContainText('too many digits')
    await expect(row('with.second')).toContainText('is not declared')
    await expect(row('with.first').getByRole('button', { name: 'Change to amount' })).toHaveCount(0)
    await row('with.digits').getByRole('button', { name: 'Put it in quotes' }).click()
    await row('with.second').getByRole('button', { name: 'Change to amount' }).click()
    await designer.select('Sum')
    await designer.tab('Step 1')
    await expect(row('set.total')).not.toContainText('is not declared')
    await row('set.sub.total').getByRole('button', { name: 'Change to amount' }).click()
  })

  await test.step('a name without end stays within the fields', async () => {
    await designer.select('Score')
    await designer.tab('Step 1')
    await expect(inspector.getByText('is registered', { exact: false })).toBeVisible()
    const [panel, field] = [await inspector.boundingBox(), await inspector.getByLabel('Function').boundingBox()]
    expect((field?.x ?? 0) + (field?.width ?? 0)).toBeLessThan((panel?.x ?? 0) + (panel?.width ?? 0))
  })

  await test.step('the cursor marks the field of its line at the margin too', async () => {
    await designer.dock('YAML')
    const pointed = inspector.locator('[data-pointed]')
    // The text first scrolls to the step that is selected.
    await expect(mark('name: Score')).toBeInViewport()
    await mark('first:').click()
    await expect(pointed).toHaveAttribute('data-field', 'with.first')
    await page.keyboard.press('Home')
    await page.keyboard.press('Home')
    await expect(pointed).toHaveAttribute('data-field', 'with.first')
    await page.keyboard.press('ArrowUp')
    await expect(pointed).toHaveAttribute('data-field', 'with.level')
    for (let line = 0; line < 8; line += 1) await page.keyboard.press('ArrowDown')
    await expect(pointed).toHaveAttribute('data-field', 'set.total')
  })

  await test.step('several durations are said in words, one by one, and those that were there stay as they are written', async () => {
    await designer.select('Ask')
    const reminders = row('reminders')
    await expect(reminders).toContainText('1 hour')
    await expect(reminders).toContainText('30 minutes')
    const field = reminders.getByLabel('Reminders')
    await field.fill('soon')
    await field.press('Enter')
    await expect(reminders).toContainText('Enter a duration such as')
    await field.fill('2h')
    await field.press('Enter')
    await expect(reminders.getByRole('button', { name: 'Remove 2 hours' })).toBeVisible()
    await expect(reminders).not.toContainText('Enter a duration such as')
  })

  await test.step('what a field cannot show is said beside its line', async () => {
    await designer.tab('Retry 1')
    await expect(row('timeout_seconds')).toContainText(/Line \d+currently 2 minutes/)
  })

  await test.step('nothing else has changed', async () => {
    await designer.saved()
    const changed = text
      .replace('|| input.amuont', '|| input.amount')
      .replace('12345678901234567890', '"12345678901234567890"')
      .replace('{{ input.amuont', '{{ input.amount')
      .replace('input.amuont * 1.10', 'input.amount * 1.10')
      .replace('[3600, 0x708]', '[3600, 0x708, 7200]')
    expect(await designer.exported()).toBe(changed)
  })
})
