import type { Page } from '@playwright/test'
import { RunPage } from '../pages/run-page.ts'
import { example, uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'
import { openGate } from '../support/gate.ts'

test('eight tabs of one browser stay live, and when their stream is cut nothing of what happens meanwhile is lost', async ({
  browser,
  heddle,
  rest,
}) => {
  const name = uniqueName('LoanApproval')
  await rest.publish(example('loan-approval', name))
  const input = { customer: 'Weaver & Sons', amount: 24_000 }
  const [first, second] = [await rest.start(name, input), await rest.start(name, input)]
  const gate = await openGate(heddle.url)
  const context = await browser.newContext({ baseURL: gate.url })
  const open = async (id: string): Promise<Page> => {
    const tab = await context.newPage()
    await tab.goto(`/runs/${id}?view=history`)
    return tab
  }
  // More tabs than a browser opens connections: each of them wants a stream and its answers.
  const tabs = { first: [] as Page[], second: [] as Page[] }
  for (let pair = 0; pair < 4; pair += 1) {
    tabs.first.push(await open(first.run_id))
    tabs.second.push(await open(second.run_id))
  }
  const show = (pages: readonly Page[], status: string) =>
    Promise.all(pages.map((page) => expect(new RunPage(page).status(status)).toBeVisible()))
  /** As many events as the run has, to the last one; the history numbers them without a gap. */
  const showAll = async (pages: readonly Page[], id: string) => {
    const last = (await rest.history(id)).items.at(-1)?.seq
    for (const page of pages) {
      await page.bringToFront()
      await expect(page.getByRole('tab', { name: `History ${last}` })).toBeVisible()
      const row = page.getByRole('row', { name: /^Event \d+ / }).last()
      await expect(async () => {
        await row.scrollIntoViewIfNeeded()
        await expect(row).toHaveAccessibleName(new RegExp(`^Event ${last} `), { timeout: 1_000 })
      }).toPass()
    }
  }
  await show([...tabs.first, ...tabs.second], 'WAITING_HUMAN_INPUT')

  await rest.resume(first.run_id, { approved: true })
  await show(tabs.first, 'COMPLETED')
  await show(tabs.second, 'WAITING_HUMAN_INPUT')

  await expect.poll(gate.streams, 'streams that are to be cut').toBeGreaterThan(0)
  expect(await gate.close(), 'streams that were cut').toBeGreaterThan(0)
  await rest.resume(second.run_id, { approved: true })
  await expect.poll(async () => (await rest.run(second.run_id)).workflow_status).toBe('COMPLETED')
  await show(tabs.second, 'WAITING_HUMAN_INPUT')
  await gate.open()
  await show(tabs.second, 'COMPLETED')
  await showAll(tabs.second, second.run_id)

  // They are live again, and not only up to date.
  const { run_id } = await rest.start(name, input)
  const tab = tabs.second[0] as Page
  await tab.bringToFront()
  await tab.goto(`/runs/${run_id}`)
  await show([tab], 'WAITING_HUMAN_INPUT')
  await rest.resume(run_id, { approved: true })
  await show([tab], 'COMPLETED')
  await context.close()
  await gate.close()
})

test('a tab that the browser froze in the background shows what happened meanwhile when it is turned to again', async ({
  context,
  page,
  run,
  rest,
}) => {
  const name = uniqueName('LoanApproval')
  await rest.publish(example('loan-approval', name))
  const { run_id } = await rest.start(name, { customer: 'Weaver & Sons', amount: 24_000 })
  await run.open(run_id)
  await expect(run.status('WAITING_HUMAN_INPUT')).toBeVisible()
  const browser = await context.newCDPSession(page)
  await browser.send('Page.setWebLifecycleState', { state: 'frozen' })
  await rest.resume(run_id, { approved: true })
  await expect.poll(async () => (await rest.run(run_id)).workflow_status).toBe('COMPLETED')
  await browser.send('Page.setWebLifecycleState', { state: 'active' })
  await expect(run.status('COMPLETED')).toBeVisible()
})
