import type { Page } from '@playwright/test'
import { example, uniqueName } from './examples.ts'
import { expect, test } from './fixtures.ts'
import { RunPage } from './pages/run-page.ts'

test('eight tabs of one browser stay live, and catch up with what happened while they were offline', async ({
  context,
  complaints,
  rest,
}) => {
  const name = uniqueName('LoanApproval')
  await rest.publish(example('loan-approval', name))
  const input = { customer: 'Weaver & Sons', amount: 24_000 }
  const [first, second] = [await rest.start(name, input), await rest.start(name, input)]
  const open = async (id: string): Promise<Page> => {
    const tab = await context.newPage()
    await tab.goto(`/runs/${id}`)
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
  await show([...tabs.first, ...tabs.second], 'WAITING_HUMAN_INPUT')

  await rest.resume(first.run_id, { approved: true })
  await show(tabs.first, 'COMPLETED')
  await show(tabs.second, 'WAITING_HUMAN_INPUT')

  await context.setOffline(true)
  await rest.resume(second.run_id, { approved: true })
  await expect.poll(async () => (await rest.run(second.run_id)).workflow_status).toBe('COMPLETED')
  await context.setOffline(false)
  await show(tabs.second, 'COMPLETED')
  // The browser itself reports what it could not reach.
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('net::ERR_')))
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
