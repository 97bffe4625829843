import type { DesignerPage } from '../pages/designer-page.ts'
import { example, uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

test('ten mixed edits are undone and redone one by one, across reloads, to the byte', async ({
  page,
  designer,
  rest,
}) => {
  const name = uniqueName('History')
  await rest.publish(example('order-processing', name))
  await designer.open(name)
  await expect(designer.node('Ship_Order')).toBeVisible()

  const edits: readonly (() => Promise<void>)[] = [
    // a step dragged from the palette
    async () => {
      await designer.dropStep('Timer', { x: 990, y: 130 })
      await expect(designer.nodes).toHaveCount(4)
    },
    // renamed
    async () => {
      await designer.titleField.fill('Cool_Down')
      await designer.titleField.press('Enter')
      await expect(designer.node('Cool_Down')).toBeVisible()
    },
    // a field
    () => designer.fill('Wait for', '2 hours'),
    // another field, of another step
    async () => {
      await designer.select('Charge_Payment')
      await designer.fill('Function', 'orders.charge_twice')
    },
    // connected
    async () => {
      await designer.connect('Cool_Down', 'Ship_Order')
      await expect(designer.edge('Cool_Down', 'Ship_Order')).toBeAttached()
    },
    // inserted on an edge
    async () => {
      await designer.insertStep('Transform', { from: 'Validate_Order', to: 'Charge_Payment' })
      await expect(designer.nodes).toHaveCount(5)
      await expect(designer.edge('Validate_Order', 'Charge_Payment')).toHaveCount(0)
    },
    // deleted
    async () => {
      await designer.select('Cool_Down')
      await designer.node('Cool_Down').press('Delete')
      await expect(designer.nodes).toHaveCount(4)
    },
    // typed into the text
    async () => {
      const text = await designer.exported()
      await designer.writeYaml(`${text}# typed by hand\n`)
    },
    // moved
    () => designer.moveNode('Ship_Order', { x: 120, y: 20 }),
    // arranged
    async () => {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Tidy up' }).click()
    },
  ]

  const texts = [await designer.exported()]
  for (const [index, edit] of edits.entries()) {
    await edit()
    texts.push(await changedText(designer, texts[index]))
  }
  await expect(designer.redoButton).toBeDisabled()

  const undo = async (to: number) => {
    await designer.undoButton.click()
    expect(await designer.exported(), `undone to edit ${to}`).toBe(texts[to])
  }
  const redo = async (to: number) => {
    await designer.redoButton.click()
    expect(await designer.exported(), `redone to edit ${to}`).toBe(texts[to])
  }
  const reload = async (at: number) => {
    await designer.saved()
    await page.reload()
    await expect(designer.nodes.first()).toBeVisible()
    expect(await designer.exported(), `reloaded at edit ${at}`).toBe(texts[at])
  }

  for (let to = 9; to >= 5; to--) await undo(to)
  await reload(5)
  for (let to = 4; to >= 0; to--) await undo(to)
  await expect(designer.undoButton).toBeDisabled()
  for (let to = 1; to <= 4; to++) await redo(to)
  await reload(4)
  for (let to = 5; to <= 10; to++) await redo(to)
  await expect(designer.redoButton).toBeDisabled()
})

/** The text once an edit has reached it. */
async function changedText(designer: DesignerPage, before: string | undefined): Promise<string> {
  let text = before ?? ''
  await expect
    .poll(async () => {
      text = await designer.exported()
      return text
    })
    .not.toBe(before)
  return text
}
