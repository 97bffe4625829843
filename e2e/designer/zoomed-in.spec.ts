import type { Locator, Page } from '@playwright/test'
import type { DesignerPage } from '../pages/designer-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { example, uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

/** Pixels of the page in a window of 1280 × 800 at 200 % zoom (WCAG 1.4.4), and in one of 1280 wide at 400 % (1.4.10). */
const atTwice = { width: 640, height: 400 }
const atFourTimes = { width: 320, height: 640 }

/** Asserts that no part lies beyond the window, where users cannot scroll to it. */
async function expectWithin(page: Page, part: Locator, words: string): Promise<void> {
  await expect(part).toBeVisible()
  await expect(async () => {
    const box = await part.boundingBox()
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
    expect(box, words).not.toBeNull()
    const { x = -1, y = -1, width: broad = 0, height: high = 0 } = box ?? {}
    expect(Math.min(x, y), `${words} begins in the window`).toBeGreaterThanOrEqual(0)
    // A menu beside a point is as narrow as a menu may be, not as the room there.
    expect(x + broad, `${words} is not too broad`).toBeLessThanOrEqual(width + 4)
    expect(y + high, `${words} is not too high`).toBeLessThanOrEqual(height)
  }).toPass()
}

const heightOf = async (part: Locator): Promise<number> => (await part.boundingBox())?.height ?? 0

async function expectNoSideways(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
}

/** How high a step is drawn: what is smaller than half of its size cannot be read. */
async function expectReadable(designer: DesignerPage, step: string): Promise<void> {
  await expectWithin(designer.page, designer.node(step), step)
  expect(await heightOf(designer.node(step))).toBeGreaterThan(28)
}

test('at 200 % zoom the canvas is there to be read, and everything else opens within the window', async ({
  page,
  designer,
  rest,
}) => {
  const name = uniqueName('Zoomed')
  await rest.publish(example('loan-approval', name))
  await page.setViewportSize(atTwice)
  await designer.open(name)
  const lower = page.getByRole('region', { name: 'YAML, problems and outline' })

  await test.step('the workflow has the window, and what is under the canvas is closed', async () => {
    await expect(page.getByRole('button', { name: 'Show the lower panel' })).toBeVisible()
    for (const step of ['Calculate_Risk', 'Risk_Gate']) await expectReadable(designer, step)
    await expect(page.getByText('too far away')).toBeHidden()
    await expectNoSideways(page)
    await expectAccessible(page, 'designer at 200 %', { alsoDark: true })
  })

  await test.step('so it is for whoever zooms in while it is open, and back', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(designer.inspector).toBeVisible()
    await page.setViewportSize(atTwice)
    await expect(designer.inspector).toBeHidden()
    await expectReadable(designer, 'Calculate_Risk')
  })

  await test.step('the lower panel leaves something of the canvas, however high it is drawn', async () => {
    await designer.dock('Outline')
    await designer.page.getByRole('separator', { name: 'Height of the lower panel' }).focus()
    for (let press = 0; press < 20; press += 1) await page.keyboard.press('ArrowUp')
    await expectWithin(page, lower, 'the lower panel')
    expect(await heightOf(designer.canvas)).toBeGreaterThanOrEqual(96)
    await expect(page.getByText('too far away')).toBeHidden()
  })

  await test.step('lists of what can be added, done and shown do not begin above the window', async () => {
    await page.keyboard.press('o')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+N')
    await expectWithin(page, designer.kindSearch, 'the search of what to add')
    await expectWithin(page, page.getByRole('dialog', { name: 'Add a step' }), 'what to add')
    await expect(designer.kindSearch).toHaveAccessibleName('Add a step after Risk_Gate')
    await expect(page.getByRole('listbox', { name: 'Steps to add' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('treeitem', { name: /^Risk Gate,/ })).toBeFocused()
    await page.keyboard.press('Shift+F10')
    await expectWithin(page, page.getByRole('menu'), 'the menu of the outline')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Versions' }).click()
    await expectWithin(page, page.getByRole('dialog', { name: 'Versions' }), 'the versions')
    await page.keyboard.press('Escape')
    for (const key of ['?', 'Control+k']) {
      await page.keyboard.press(key)
      await expectWithin(page, page.getByRole('dialog'), key)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    }
  })
})

test('at 400 % zoom, and on the smallest phone, no menu and no name is cut off', async ({ page, designer, rest }) => {
  const name = uniqueName('Zoomed')
  await rest.publish(example('loan-approval', name))
  await page.setViewportSize(atFourTimes)
  await designer.open(name)
  await expectNoSideways(page)
  expect(await heightOf(page.locator('header').first())).toBeLessThan(90)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expectWithin(page, page.getByRole('menu'), 'the menu of the workflow')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Versions' }).click()
  await expectWithin(page, page.getByRole('dialog', { name: 'Versions' }), 'the versions')
  await page.keyboard.press('Escape')
  await designer.dock('Outline')
  const row = page.getByRole('treeitem', { name: /^Risk Gate,/ })
  await row.click()
  await row.click({ button: 'right' })
  await expectWithin(page, page.getByRole('menu'), 'the menu of a step')
  // A phone has no keys: what the canvas has a menu for is in that of the list too.
  for (const item of ['Find where the step’s output is used', 'Test up to this step', 'Tidy up']) {
    await expect(page.getByRole('menuitem', { name: item })).toBeAttached()
  }
  await page.getByRole('menuitem', { name: /^Connections/ }).click()
  const connections = page.getByRole('dialog', { name: 'Connections of Risk_Gate' })
  const target = connections.getByText('Manager_Approval', { exact: false }).first()
  await expect(target).toBeVisible()
  expect(await target.evaluate((words) => words.scrollWidth - words.clientWidth)).toBeLessThanOrEqual(0)
  await expectAccessible(page, 'connections at 400 %')
})
