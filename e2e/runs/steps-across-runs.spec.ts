import { GridPage } from '../pages/grid-page.ts'
import { RunsPage } from '../pages/runs-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

const text = (name: string, ...steps: readonly string[]) =>
  `workflow_type: ${name}\nsteps:\n${steps.map((step) => `  - ${step}\n`).join('')}`

const check = `{ name: Check, type: TRANSFORM, set: { state.half: '10 / input.by' } }`
const ask = '{ name: Ask, type: HUMAN, title: Well }'

test('the steps of a workflow across its runs show where it fails, lead there, and follow a run as it goes on', async ({
  page,
  rest,
}) => {
  const grid = new GridPage(page)
  const name = uniqueName('Steps')
  const startAndWait = async (by: number, status: string) => {
    const { run_id: id } = await rest.start(name, { by })
    await expect.poll(async () => (await rest.run(id)).workflow_status).toBe(status)
    return id
  }
  await rest.publish(text(name, check, '{ name: Before, type: TRANSFORM, set: { state.old: true } }'))
  await startAndWait(2, 'COMPLETED')
  await rest.publish(text(name, check, ask, '{ name: After, type: TRANSFORM, set: { state.done: true } }'))
  const failed = await startAndWait(0, 'FAILED')
  const waiting = await startAndWait(5, 'WAITING_HUMAN_INPUT')

  // From the workflow, from its designer, and beside the list of its runs.
  await page.goto('/workflows')
  await page.getByRole('button', { name: `More actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'View steps across runs' }).click()
  await expect(grid.heads).toHaveCount(3)
  await page.goto(`/workflows/${name}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'View steps across runs' }).click()
  await expect(grid.heads).toHaveCount(3)
  await new RunsPage(page).open(`?workflow=${name}`)
  await page.getByRole('button', { name: 'Steps across runs' }).click()

  await expect(grid.steps).toHaveText(['Check', 'Ask', 'After', 'Before, only in older versions'])
  await expect(grid.heads.first()).toHaveAccessibleName(/^Run of .*, v1: Completed, took /)
  await expect(grid.cells('Check').nth(1).getByRole('link')).toHaveAccessibleName(/: Failed$/)
  await expect(grid.cells('Ask').nth(0).getByRole('img')).toHaveAccessibleName(/: not in v1$/)
  await expect(grid.cells('Ask').nth(1).getByRole('link')).toHaveAccessibleName(/: Skipped$/)
  await expect(grid.cells('Ask').nth(2).getByRole('link')).toHaveAccessibleName(/: Waiting for a person$/)
  await expectAccessible(page, 'steps across runs', { alsoDark: true })

  // One stop for Tab, and arrows from there.
  await expect(grid.grid.locator('[tabindex="0"]')).toHaveCount(1)
  await grid.grid.locator('[tabindex="0"]').focus()
  expect(await grid.focused()).toMatch(/^Check, .*: Completed/)
  await page.keyboard.press('ArrowDown')
  await expect.poll(grid.focused.bind(grid)).toMatch(/^Ask, .*: Waiting for a person$/)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(grid.focused.bind(grid)).toMatch(/^Ask, .*: Skipped$/)
  await page.keyboard.press('Home')
  await expect.poll(grid.focused.bind(grid)).toMatch(/: not in v1$/)
  await page.keyboard.press('Control+Home')
  await expect.poll(grid.focused.bind(grid)).toMatch(/^Run of /)
  await expect(grid.grid.locator('[tabindex="0"]')).toHaveCount(1)

  // What happens meanwhile is seen without a reload.
  await rest.resume(waiting, { decision: 'approved' })
  await expect(grid.cells('After').nth(2).getByRole('link')).toHaveAccessibleName(/: Completed, /)
  await startAndWait(4, 'WAITING_HUMAN_INPUT')
  await expect(grid.heads).toHaveCount(4)

  await page.getByRole('checkbox', { name: 'Failed runs only' }).click()
  await expect(grid.heads).toHaveCount(1)
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(grid.steps.first()).toBeInViewport()
  await expectAccessible(page, 'steps across runs, on a phone')
  await page.setViewportSize({ width: 1440, height: 860 })
  await page.keyboard.press('Escape')
  await grid.cells('Check').nth(0).getByRole('link').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/runs/${failed}?step=Check`)
})
