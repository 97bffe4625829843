import type { Page } from '@playwright/test'
import { uniqueName } from '../support/examples.ts'
import { expect, freshTest as test } from '../support/fixtures.ts'

/** The number at the beginning of a text: `12 Completed`, `3 runs waiting too long for people`. */
const numberOf = (text: string) => Number.parseInt(text.replaceAll(',', ''), 10)

/** The rows of the list that is shown; -1 while it is not known whether there are more. */
async function listed(page: Page): Promise<number> {
  const table = page.getByRole('table', { name: 'Runs, newest first' })
  const none = page.getByRole('heading', { name: 'No runs match' })
  await expect(table.or(none)).toBeVisible()
  return (await none.isVisible()) ? 0 : Number(await table.getAttribute('aria-rowcount')) - 1
}

test('each number on the overview, on the tabs of the runs and on the workflows leads to exactly that many', async ({
  page,
  overview,
  rest,
}) => {
  const [order, parcel, broken, lost, paid] = ['Order', 'Parcel', 'Broken', 'Lost', 'Paid'].map(uniqueName)
  await rest.publish(`workflow_type: ${parcel}\nsteps:\n  - { name: Approve, type: HUMAN, title: Look }\n`)
  await rest.publish(
    `workflow_type: ${order}\nsteps:\n  - { name: Below, type: SUB_WORKFLOW, sub_workflow_type: ${parcel} }\n`,
  )
  await rest.publish(
    `workflow_type: ${broken}\nsteps:\n  - { name: Break, type: SCRIPT, code: "throw new Error('no')" }\n`,
  )
  await rest.publish(
    `workflow_type: ${lost}\nsteps:\n  - { name: Below, type: SUB_WORKFLOW, sub_workflow_type: ${broken} }\n`,
  )
  await rest.publish(`workflow_type: ${paid}\nsteps:\n  - { name: Pay, type: SIGNAL, signal: paid }\n`)
  const ids: string[] = []
  for (const [name, count] of [
    [order, 3],
    [parcel, 1],
    [lost, 2],
    [broken, 1],
    [paid, 1],
  ] as const) {
    for (let run = 0; run < count; run += 1) ids.push((await rest.start(name ?? '', {})).run_id)
  }
  const statusOf = async (id: string) => (await rest.run(id)).workflow_status
  await expect
    .poll(async () => (await Promise.all(ids.map(statusOf))).filter((status) => /WAITING|FAILED/.test(status)).length)
    .toBe(ids.length)
  await overview.open()

  await test.step('failures are the first line of what needs attention', async () => {
    const first = page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem').first()
    await expect(first).toContainText('3 runs failed, not acknowledged')
  })

  await test.step('the statuses count each run once, and call no wait for a signal an approval', async () => {
    await expect(overview.status('WAITING_HUMAN_INPUT')).toHaveText('2Waiting for approval or signal')
    const counts = (await overview.byStatus.getByRole('link').allTextContents()).map(numberOf)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(ids.length)
  })

  await test.step('each number of the overview', async () => {
    const figures = page.getByRole('region', { name: 'Figures' }).locator('a[href^="/runs"]')
    const numbers = figures
      .or(overview.byStatus.getByRole('link'))
      .or(page.getByRole('list', { name: 'Needs attention' }).locator('a[href*="trouble="]'))
    await expect(overview.status('WAITING_CHILD_HUMAN_INPUT')).toContainText('3')
    const links = await numbers.evaluateAll((found) =>
      found.map((link) => [link.getAttribute('href'), link.textContent]),
    )
    expect(links.length).toBeGreaterThan(5)
    for (const [href, text] of links) {
      const count = numberOf((text ?? '').replace(/^\D+/, ''))
      await page.goto(href ?? '')
      await expect.poll(() => listed(page), { message: `${text} leads to ${href}` }).toBe(count)
    }
  })

  await test.step('each tab of the runs, without and with the runs of sub-workflows', async () => {
    for (const [address, all] of [
      ['/runs', 8],
      ['/runs?children=true', 13],
    ] as const) {
      await page.goto(address)
      const tabs = page.getByRole('group', { name: 'Views' }).getByRole('button', { name: /\d$/ })
      await expect(tabs.first()).toHaveAccessibleName(`All ${all}`)
      for (const tab of await tabs.all()) {
        await tab.click()
        const count = Number(/(\d+)$/.exec((await tab.textContent()) ?? '')?.[1])
        await expect.poll(() => listed(page), { message: (await tab.textContent()) ?? '' }).toBe(count)
      }
    }
  })

  await test.step('each number of the list of workflows, and the badge of the inbox', async () => {
    await page.goto('/workflows')
    const numbers = page.locator('tbody a[href^="/runs?workflow="]')
    await expect(numbers.first()).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: paid ?? '' })).toContainText('Waiting for a signal')
    const links = await numbers.evaluateAll((found) =>
      found.map((link) => [link.getAttribute('href'), link.textContent]),
    )
    for (const [href, text] of links) {
      await page.goto(href ?? '')
      await expect.poll(() => listed(page), { message: `${text} leads to ${href}` }).toBe(numberOf(text ?? ''))
    }
    await page.goto('/inbox')
    await expect(page.getByRole('navigation', { name: 'Tasks' }).getByRole('button', { name: /Look/ })).toHaveCount(4)
    await expect(page.getByRole('link', { name: /^Inbox/ })).toContainText('4')
  })
})
