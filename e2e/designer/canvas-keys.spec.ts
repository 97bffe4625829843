import { Keyboard } from '../pages/keyboard.ts'
import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

const STEPS = 200

const step = (index: number, more = '') => `  - { name: S${index}, type: TRANSFORM, set: { n: "${index}" }${more} }`
const row = (name: string, steps: readonly string[]) => [`workflow_type: ${name}`, 'steps:', ...steps, ''].join('\n')

test('of many steps one is a stop of the Tab key; zooming by keys and choosing steps are nothing to undo', async ({
  page,
  designer,
  rest,
}) => {
  const name = uniqueName('Keys')
  await rest.publish(
    row(
      name,
      Array.from({ length: STEPS }, (_, index) => step(index)),
    ),
  )
  await designer.open(name)
  await expect(designer.node('S0')).toBeVisible()
  const keyboard = new Keyboard(page)
  const stops = designer.canvas.locator('.react-flow__node[tabindex="0"], .react-flow__edge[tabindex="0"]')
  await expect(stops).toHaveCount(1)
  await keyboard.tabTo(stops)
  await keyboard.press('Tab')
  await expect(designer.canvas.locator('.react-flow__nodes :focus, .react-flow__edges :focus')).toHaveCount(0)

  const scale = () =>
    designer.canvas
      .locator('.react-flow__viewport')
      .evaluate((view) => new DOMMatrix(getComputedStyle(view).transform).a.toFixed(3))
  await keyboard.press('0')
  await expect.poll(scale).toBe('1.000')
  await keyboard.press('+')
  await expect.poll(scale).toBe('1.250')
  await keyboard.press('-')
  await expect.poll(scale).toBe('1.000')
  await keyboard.press('Shift+F')
  await expect.poll(scale).not.toBe('1.000')
  await keyboard.press('Control+a')
  await expect(designer.inspector).toContainText(`${STEPS} steps selected`)
  await expect(designer.undoButton).toBeDisabled()
})

test('the way that is taken when a step fails looks different from the others', async ({ designer, rest }) => {
  const name = uniqueName('Ways')
  await rest.publish(row(name, [step(0, ', on_failure: { target_step: S2 }'), step(1, ', next: END'), step(2)]))
  await designer.open(name)
  const [way, failure] = [designer.edge('S0', 'S1'), designer.canvas.getByLabel('On failure from S0 to S2')]
  const look = async (edge: typeof way) =>
    edge
      .locator('.react-flow__edge-path')
      .evaluate((path) => [getComputedStyle(path).strokeDasharray, getComputedStyle(path).stroke])
  const [[dashes, colour], [dashesOfFailure, colourOfFailure]] = [await look(way), await look(failure)]
  expect(dashes).toBe('none')
  expect(dashesOfFailure).not.toBe('none')
  expect(colourOfFailure).not.toBe(colour)
})
