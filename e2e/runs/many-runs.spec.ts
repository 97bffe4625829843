import { RunsPage } from '../pages/runs-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { example, uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'
import { directoryOf, windowOf } from '../support/people.ts'

test('failures of one cause are found, retried together, and found again by a value under a saved view', async ({
  page,
  rest,
}) => {
  const runs = new RunsPage(page)
  const order = uniqueName('OrderProcessing')
  await rest.publish(example('order-processing', order))
  const amounts = [10, 20, 30, 40, 50]
  for (const amount of amounts) await rest.start(order, { order_id: ' ', amount })

  await runs.open(`?by=cause&workflow=${order}`)
  await expect(runs.causes).toHaveCount(1)
  await expect(runs.causes).toContainText('Validate Order')
  // The last of them has failed, too: what is asked about them is asked of all.
  await expect(runs.causes).toContainText('Show 5 runs')
  await expectAccessible(page, 'failures by cause')
  await runs.causes.getByRole('button', { name: 'Retry all' }).click()
  // What would happen is said before: how they stand, and which steps of the newest run again.
  await expect(page.getByRole('list', { name: 'By status' })).toContainText('5')
  await expect(page.getByRole('list', { name: 'What happens to each step' })).toContainText('Validate_Order')
  await page.getByRole('dialog').getByRole('button', { name: 'Retry 5 runs' }).click()
  await expect(runs.operations).toContainText('Retried 5 runs')
  // It is an operation of its own: a reload forgets nothing.
  await page.reload()
  await expect(runs.operations).toContainText('Retried 5 runs')
  const operation = runs.operation('Retried 5 runs')
  await operation.getByRole('button', { name: 'Results' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(5)
  await expectAccessible(page, 'results of many')
  await page.keyboard.press('Escape')
  // Put away, it is still found.
  await operation.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('button', { name: 'Bulk operations' }).click()
  const earlier = page.getByRole('list', { name: 'Bulk operations' }).getByRole('listitem')
  await earlier.filter({ hasText: 'Retried 5 runs' }).first().getByRole('button', { name: 'Results' }).click()
  await expect(page.getByRole('dialog', { name: 'Retried 5 runs' }).getByRole('listitem')).toHaveCount(5)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  await runs.causes.getByRole('button', { name: 'Show 5 runs' }).click()
  await expect(runs.row(order)).toHaveCount(5)
  await page.getByRole('button', { name: 'value', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Value' })).toBeVisible()
  await expectAccessible(page, 'a filter by a value')
  await page.keyboard.press('Escape')
  await runs.filterByValue('input.amount > 30')
  await expect(runs.row(order)).toHaveCount(2)
  await runs.saveView(order)
  await expect(runs.view(order, 2)).toBeVisible()
  expect((await runs.exported('CSV')).trim().split('\n')).toHaveLength(3)

  await runs.open()
  await runs.view(order, 2).click()
  await expect(runs.row(order)).toHaveCount(2)

  // A condition that cannot be read does not stand for all runs.
  await runs.open(`?workflow=${order}&value=garbage`)
  await expect(page.getByRole('heading', { name: 'Part of this filter is not valid' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Remove invalid filters' }).click()
  await expect(runs.row(order)).toHaveCount(5)

  // By keyboard: the first row is chosen, then the second.
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByRole('region', { name: 'Selected runs' })).toContainText('2 runs selected')
  await expectAccessible(page, 'many runs chosen', { part: '[aria-label="Selected runs"]' })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Selected runs' })).toBeHidden()
})

test('a view that somebody shares is opened by somebody else, who cannot remove it; a view of their own they do not see', async ({
  page,
  browser,
  heddle,
  rest,
}) => {
  const order = uniqueName('OrderProcessing')
  await rest.publish(example('order-processing', order))
  for (const amount of [10, 20, 30]) await rest.start(order, { order_id: ' ', amount })
  const ana = { id: `ana.${order.toLowerCase()}`, name: `Ana ${order}` }
  await directoryOf(page).addPerson(ana)
  const mine = new RunsPage(page)
  await mine.open(`?workflow=${order}&value=input.amount > 10`)
  await expect(mine.row(order)).toHaveCount(2)
  await mine.saveView(`Large ${order}`, { shared: true })
  await expect(mine.view(`Large ${order}`, 2)).toBeVisible()
  await mine.open(`?workflow=${order}`)
  await mine.saveView(`All ${order}`)
  await expect(mine.view(`All ${order}`, 3)).toBeVisible()
  await expect(page.getByRole('button', { name: `Remove the view All ${order}` })).toBeVisible()

  const window = await windowOf(browser, heddle.url, ana.id)
  const hers = new RunsPage(window)
  await hers.open()
  await hers.view(`Large ${order}`, 2).click()
  await expect(hers.row(order)).toHaveCount(2)
  await expect(hers.view(`Large ${order}`, 2)).toHaveAttribute('aria-pressed', 'true')
  await expect(window.getByRole('button', { name: /^Remove the view/ })).toHaveCount(0)
  await expect(hers.view(`All ${order}`, 3)).toHaveCount(0)

  // Both see the same view: once its owner removes it, the view is gone for every user.
  await mine.view(`Large ${order}`, 2).click()
  await page.getByRole('button', { name: `Remove the view Large ${order}` }).click()
  await expect(mine.view(`Large ${order}`, 2)).toHaveCount(0)
  await window.reload()
  await expect(hers.row(order)).toHaveCount(2)
  await expect(hers.view(`Large ${order}`, 2)).toHaveCount(0)
  await window.context().close()
})

test('all that a filter finds, more than a page of it, is acknowledged but for the runs that were left out', async ({
  page,
  rest,
}) => {
  const MANY = 120
  const name = uniqueName('Broken')
  await rest.publish(
    `workflow_type: ${name}\nsteps:\n  - name: Break\n    type: SCRIPT\n    code: throw new Error('no')\n`,
  )
  const started: string[] = []
  for (let place = 0; place < MANY; place += 1) started.push((await rest.start(name, { place })).run_id)
  // New rows would move the ticked rows, so the test first waits until all runs have failed.
  const failed = async () =>
    (await rest.runsOf(name, '&limit=200')).items.filter((each) => each.workflow_status === 'FAILED').length
  await expect.poll(failed).toBe(MANY)
  const runs = new RunsPage(page)
  await runs.open(`?workflow=${name}&status=FAILED`)
  await expect(runs.row(name).nth(5)).toBeVisible()
  await runs.choose(name, 0)
  await runs.chosenBar.getByRole('button', { name: `Select all ${MANY} runs in this filter` }).click()
  await expect(runs.chosenBar).toContainText(`All ${MANY} runs in this filter`)
  // What is taken out of it is shown so, said, and left out.
  await runs.choose(name, 1)
  await runs.choose(name, 3)
  await expect(runs.row(name).nth(1)).toHaveAttribute('aria-selected', 'false')
  await expect(runs.row(name).nth(2)).toHaveAttribute('aria-selected', 'true')
  await expect(runs.chosenBar).toContainText(`All ${MANY} runs in this filter, except 2 runs deselected`)
  await expectAccessible(page, 'all of a filter but for some', { part: '[aria-label="Selected runs"]' })
  await runs.chosenBar.getByRole('button', { name: 'Acknowledge' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Acknowledge ${MANY - 2} runs` })
    .click()
  await expect(runs.operations).toContainText(`Acknowledged ${MANY - 2} runs`)
  await expect(runs.chosenBar).toBeHidden()
  const seen = async (id: string | undefined) =>
    (await rest.history(id ?? '')).items.some(({ type }) => type === 'workflow.run.acknowledged')
  const [newest, second, third, fourth] = started.toReversed()
  expect([await seen(newest), await seen(second), await seen(third), await seen(fourth)]).toEqual([
    true,
    false,
    true,
    false,
  ])

  // By a template of names whole workflows are left out.
  await runs.open(`?q=${name.slice('Broken_'.length)}&status=FAILED`)
  await expect(runs.row(name).first()).toBeVisible()
  await runs.leaveOut(`${name.slice(0, -1)}*`)
  await expect(page.getByRole('heading', { name: 'No runs match' })).toBeVisible()
  await runs.leaveOut(`${name.slice(0, -1)}`)
  await expect(runs.row(name).first()).toBeVisible()
  await runs.open(`?workflow=${name}&status=FAILED`)

  // All of one filter is not all of the next one.
  await runs.choose(name, 0)
  await runs.chosenBar.getByRole('button', { name: /^Select all/ }).click()
  await runs.view('Completed', 0).click()
  await expect(runs.chosenBar).toBeHidden()
})
