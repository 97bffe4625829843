import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

/** A column of so many steps that each is drawn as a box when the canvas is zoomed out. */
const long = (name: string) => {
  const steps = Array.from({ length: 130 }, (_, index) => `S${index}`)
  return [
    `workflow_type: ${name}`,
    'steps:',
    ...steps.map((step) => `  - { name: ${step}, type: TRANSFORM, set: { n: "1" } }`),
    'layout:',
    ...steps.map((step, index) => `  ${step}: [0, ${index * 110}]`),
    '',
  ].join('\n')
}

test('steps that were boxes from far away have their edges and dots near by', async ({ page, designer, rest }) => {
  const many = uniqueName('Long')
  await rest.publish(long(many))
  await designer.open(many)
  // A long one is begun at its top, large enough to read, and seen as a whole when that is asked for.
  await expect(designer.node('S0')).toHaveText(/S0/)
  await expect(designer.node('S65')).toHaveCount(0)
  await page.getByRole('button', { name: 'Fit to view' }).click()
  // Pulled out of view and beyond the canvas they are still there, and where the pointer pulled them.
  await expect(designer.nodes).toHaveCount(130)
  const before = await designer.boxOf('S65')
  const canvas = await designer.canvas.boundingBox()
  const from = { x: (canvas?.x ?? 0) + 200, y: (canvas?.y ?? 0) + 100 }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x - 300, from.y - 60, { steps: 5 })
  await expect(designer.nodes).toHaveCount(130)
  await page.mouse.move(from.x - 30, from.y + 20, { steps: 5 })
  await page.mouse.up()
  const after = await designer.boxOf('S65')
  expect(after.x - before.x).toBeCloseTo(-30, 0)
  expect(after.y - before.y).toBeCloseTo(20, 0)
  await designer.node('S65').hover()
  await page.keyboard.down('Control')
  await expect(async () => {
    await page.mouse.wheel(0, -100)
    await expect(designer.node('S65')).toHaveText(/S65/, { timeout: 500 })
  }).toPass()
  await page.keyboard.up('Control')
  await expect(designer.edge('S65', 'S66')).toBeAttached()
  await expect(designer.edge('S64', 'S65')).toBeAttached()

  // A copy without incoming edges is removed again: the view stays where the user works. The click moves by a pixel,
  // as a hand trembles, and still counts as a click.
  const stood = await designer.boxOf('S65')
  await page.mouse.move(stood.x + 40, stood.y + 20)
  await page.mouse.down()
  await page.mouse.move(stood.x + 41, stood.y + 20)
  await page.mouse.up()
  await expect(designer.node('S65')).toHaveClass(/selected/)
  await page.keyboard.press('ControlOrMeta+d')
  const copy = page.locator('.react-flow__node.selected:not([data-id="S65"])')
  await expect(copy).toBeVisible()
  await page.keyboard.press('Delete')
  await expect(copy).toHaveCount(0)
  await expect(designer.node('S65')).toBeFocused()
  expect(await designer.boxOf('S65')).toEqual(stood)
})

test('a second way out of a DECISION asks for its condition from any distance', async ({ page, designer, rest }) => {
  const crowd = Array.from({ length: 130 }, (_, index) => `S${index}`)
  const text = (name: string, others: readonly string[]) =>
    [
      `workflow_type: ${name}`,
      'steps:',
      '  - { name: Gate, type: DECISION, routes: [{ default: Yes }] }',
      ...['Yes', 'No', ...others].map((step) => `  - { name: ${step}, type: TRANSFORM, next: END, set: { n: "1" } }`),
      'layout:',
      '  Gate: [0, 0]',
      '  Yes: [-150, 200]',
      '  No: [150, 200]',
      ...others.map((step, index) => `  ${step}: [${(index % 13) * 260 + 500}, ${Math.floor(index / 13) * 110}]`),
      '',
    ].join('\n')
  const condition = page.getByRole('textbox', { name: 'Condition of the route to No' })
  const asked = async () => {
    await expect(condition).toBeFocused()
    await page.keyboard.insertText('input.total > 7')
    await page.keyboard.press('Enter')
    await expect(condition).toBeHidden()
    await designer.dock('YAML')
    await expect(designer.yaml).toContainText('input.total > 7')
  }

  await test.step('drawn by the pointer where steps are boxes', async () => {
    const name = uniqueName('Ways')
    await rest.publish(text(name, []))
    await designer.open(name)
    await designer.select('Gate')
    await expect(async () => {
      await page.keyboard.press('-')
      expect((await designer.boxOf('Gate')).width).toBeLessThan(80)
    }).toPass()
    await designer.connect('Gate', 'No')
    await asked()
  })

  await test.step('chosen by keys where steps are too many for dots', async () => {
    const name = uniqueName('Crowd')
    await rest.publish(text(name, crowd))
    await designer.open(name)
    await designer.fit()
    await expect(async () => {
      await page.keyboard.press('-')
      expect((await designer.boxOf('Gate')).width).toBeLessThan(80)
    }).toPass()
    await designer.node('Gate').click()
    await page.keyboard.press('c')
    await page.getByRole('dialog').getByRole('combobox').fill('No')
    await page.keyboard.press('Enter')
    await asked()
  })
})
