import { Keyboard } from '../pages/keyboard.ts'
import { RunsPage } from '../pages/runs-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

test('the overview says what is the matter, with numbers that lead to just those runs, as charts and as a table', async ({
  page,
  overview,
  rest,
}) => {
  const [urgent, flaky] = [uniqueName('Urgent'), uniqueName('Flaky')]
  await rest.publish(
    `workflow_type: ${urgent}\nsteps:\n  - name: Ask\n    type: HUMAN\n    title: Well\n    due_in_seconds: 1\n`,
  )
  await rest.publish(
    `workflow_type: ${flaky}\nsteps:\n  - name: Break\n    type: SCRIPT\n    code: throw new Error('no luck')\n`,
  )
  for (let run = 0; run < 3; run += 1) await rest.start(urgent, {})
  // Charts are shown from ten runs on.
  const quick = uniqueName('Quick')
  await rest.publish(`workflow_type: ${quick}\nsteps:\n  - name: Set\n    type: TRANSFORM\n    set: { n: 1 }\n`)
  for (let run = 0; run < 7; run += 1) await rest.start(quick, {})
  const failing = await rest.start(flaky, {})
  await expect.poll(async () => (await rest.run(failing.run_id)).workflow_status).toBe('FAILED')

  const runs = new RunsPage(page)
  await test.step('a concern counts what its list shows', async () => {
    await expect.poll(async () => (await rest.runsOf(urgent, '&trouble=waiting')).items.length).toBe(3)
    await overview.open()
    const concern = overview.concern(/waiting too long for people/)
    const counted = async () => Number.parseInt((await concern.innerText()).replace(',', ''), 10)
    await expect.poll(counted).toBeGreaterThanOrEqual(3)
    const count = await counted()
    await expectAccessible(page, 'overview with concerns', { alsoDark: true })
    await concern.click()
    await expect(page).toHaveURL(/trouble=waiting/)
    await expect(runs.row(urgent)).toHaveCount(3)
    await expect(page.locator('tbody tr')).toHaveCount(count)
    await expect(page.getByRole('button', { name: 'waiting too long for people', exact: true })).toBeVisible()
  })

  await test.step('a workflow that fails leads to its failures', async () => {
    await overview.open()
    await page.getByRole('link', { name: `${flaky} 1 run failed` }).click()
    await expect(runs.row(flaky)).toHaveCount(1)
  })

  await test.step('the trends by keyboard: a column, another range, and as a table', async () => {
    await overview.open()
    const columns = page.getByRole('list', { name: 'Throughput, step by step' }).getByRole('link')
    await expect(columns).toHaveCount(48)
    await columns.last().focus()
    await page.keyboard.press('ArrowLeft')
    await expect(columns.nth(46)).toBeFocused()
    await page.keyboard.press('End')
    await expect(columns.last()).toBeFocused()
    // It ended in the last column, or in the one before it where another half of an hour has begun since.
    const failed = columns.and(page.getByRole('link', { name: /failed/ })).last()
    await new Keyboard(page).pressUntilFocused('ArrowLeft', failed)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/endedFrom=/)
    await expect(runs.row(flaky)).toHaveCount(1)
    await page.goBack()
    // The keys of the page are there with what they are for.
    await expect(columns).toHaveCount(48)
    await page.keyboard.press('1')
    await expect(page).toHaveURL(/range=1h/)
    await page.keyboard.press('t')
    const table = page.getByRole('region', { name: 'Trends as a table' })
    await expect(table.getByRole('row').nth(1)).toBeVisible()
    await expectAccessible(page, 'overview, the trends as a table')
  })
})
