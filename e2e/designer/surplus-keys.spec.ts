import type { Page } from '@playwright/test'
import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

const workflow = (name: string, steps: readonly string[]) =>
  `workflow_type: ${name}\nsteps:\n${steps.map((step) => `  - { name: ${step}, type: TRANSFORM, set: { a: "1" } }\n`).join('')}`

test('undo pressed once too often with the focus off the text leaves the text as it is', async ({
  page,
  designer,
  rest,
}) => {
  const name = uniqueName('Surplus')
  const published = workflow(name, ['A'])
  const pasted = workflow(name, ['A', 'B'])
  await rest.publish(published)
  await designer.open(name)
  // One input, as dictation, input methods and tools make it.
  await designer.writeYaml(pasted)
  await expect(designer.nodes).toHaveCount(2)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(designer.nodes).toHaveCount(1)
  await designer.redoButton.click()
  await expect(designer.nodes).toHaveCount(2)

  // The focus is on the page now.
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('ControlOrMeta+z')
  await expect(designer.undoButton).toBeDisabled()
  await expect(designer.yaml).not.toBeFocused()
  expect(await designer.exported()).toBe(published)
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(designer.redoButton).toBeDisabled()
  expect(await designer.exported()).toBe(pasted)
})

test('no shortcut reaches the browser where it cannot act: nothing selected, a menu open, a dialog open', async ({
  page,
  designer,
  rest,
}) => {
  const name = uniqueName('Idle')
  const text = workflow(name, ['A', 'B'])
  await rest.publish(text)
  await designer.open(name)
  await designer.select('A')
  const chords = await chordsOfSheet(page)
  expect(chords).toContain('Control+d')
  expect(chords.length).toBeGreaterThanOrEqual(8)
  await page.reload()
  await expect(designer.nodes).toHaveCount(2)
  // Later than the page's own listener, so that it sees what became of the key.
  await page.evaluate(() => {
    window.addEventListener('keydown', (event) => {
      document.body.dataset.kept = String(event.defaultPrevented)
    })
  })
  const reached: string[] = []
  const pressAll = async (where: string, prepare: () => Promise<void>) => {
    for (const chord of chords) {
      await prepare()
      await page.keyboard.press(chord)
      if ((await page.evaluate(() => document.body.dataset.kept)) !== 'true') reached.push(`${chord} ${where}`)
      // What it may have opened.
      while ((await page.locator('[role="dialog"],[role="menu"]').count()) > 0) await page.keyboard.press('Escape')
    }
  }
  const blur = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await pressAll('with nothing selected', blur)
  await pressAll('in a menu', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await expect(page.getByRole('menu')).toBeVisible()
  })
  await pressAll('in a dialog', async () => {
    await blur()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  })
  expect(reached).toEqual([])
  expect(await designer.exported()).toBe(text)
})

/** The chords with a modifier of the sheet of shortcuts, as Playwright presses them; the clipboard's are the browser's own. */
async function chordsOfSheet(page: Page): Promise<readonly string[]> {
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const shown = await sheet.locator('kbd').allInnerTexts()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  const chords = shown
    .filter((text) => /^(Ctrl|Alt)\+/.test(text) && !/[←→↑↓]/.test(text) && !/^Ctrl\+[ACVX]$/.test(text))
    .map((text) =>
      text
        .replace('Ctrl', 'Control')
        .replace('↵', 'Enter')
        .replace(/\+([A-Z])$/, (_, letter: string) => `+${letter.toLowerCase()}`),
    )
  return [...new Set(chords)]
}
