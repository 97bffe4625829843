import { InboxPage } from '../pages/inbox-page.ts'
import { OverviewPage } from '../pages/overview-page.ts'
import { RunPage } from '../pages/run-page.ts'
import { RunsPage } from '../pages/runs-page.ts'
import { family } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

test('an order four levels deep waits for a person: found from the overview, the root and the inbox, decided, complete live', async ({
  page,
  context,
  overview,
  run,
  rest,
}) => {
  const { texts, names } = family('order-fulfilment')
  const [root = '', , , leaf = ''] = names
  const title = `Pick a carrier for ${leaf}`
  for (const text of texts) await rest.publish(text.replace(/title: Pick a carrier.*/, `title: ${title}`))
  const { run_id } = await rest.start(root, { order_id: 'A-2001', items: [{ sku: 'LOOM' }, { sku: 'HAZMAT' }] })
  await expect.poll(async () => (await rest.run(run_id)).workflow_status).toBe('WAITING_CHILD_HUMAN_INPUT')

  await test.step('from the overview, by what happened last and by its status', async () => {
    await overview.open()
    await expect(overview.run(root)).toContainText(`Approve Carrier in ${leaf}`)
    await overview.status('WAITING_CHILD_HUMAN_INPUT').click()
    await page.getByRole('row').filter({ hasText: root }).getByRole('link', { name: root }).click()
    await expect(page).toHaveURL(new RegExp(run_id))
  })

  await test.step('from the root, whose page stays open', async () => {
    await expect(run.status('WAITING_CHILD_HUMAN_INPUT')).toBeVisible()
    await expect(run.sentence).toContainText('Approve Carrier')
    await run.sentence.getByRole('link', { name: leaf }).click()
    await expect(run.status('WAITING_HUMAN_INPUT')).toBeVisible()
    await page.goBack()
    await expect(run.status('WAITING_CHILD_HUMAN_INPUT')).toBeVisible()
    await run.unfold(names)
    await expect(run.tree.locator('[data-status="WAITING_HUMAN_INPUT"]')).toBeVisible()
  })

  await test.step('failures are counted wherever they are, the views beside them by the lists that they lead to', async () => {
    const tab = await context.newPage()
    const runs = new RunsPage(tab)
    await runs.open(`?by=cause&workflow=${leaf}`)
    await expect(runs.view('All', 0)).toBeVisible()
    await expect(runs.view('Waiting for people', 0)).toBeVisible()
    await tab.close()
  })

  // Two more tabs without any interaction: they update by themselves.
  const start = await context.newPage()
  await new OverviewPage(start).open()
  await expect(new OverviewPage(start).run(root)).toContainText('Approval in sub-workflow')
  const bottom = await context.newPage()
  const { items } = await rest.runsOf(leaf)
  await new RunPage(bottom).open(items[0]?.run_id ?? '')
  await expect(new RunPage(bottom).status('WAITING_HUMAN_INPUT')).toBeVisible()

  await test.step('from the inbox, where it is decided', async () => {
    const tab = await context.newPage()
    await tab.goto(`/inbox?q=${encodeURIComponent(title)}`)
    await expect(tab.getByRole('heading', { name: title })).toBeVisible()
    await tab.getByText('BlueLine', { exact: true }).click()
    await tab.getByRole('button', { name: /^Send/ }).click()
    await expect.poll(async () => (await rest.run(run_id)).workflow_status).toBe('COMPLETED')
    await expect(new InboxPage(tab).task(title)).toBeHidden()
  })

  await test.step('all levels are seen to complete', async () => {
    await expect(run.status('COMPLETED')).toBeVisible()
    await expect(run.tree.locator('[data-status="COMPLETED"]')).toHaveCount(names.length)
    await expect(new RunPage(bottom).status('COMPLETED')).toBeVisible()
    await expect(new OverviewPage(start).run(root).filter({ hasText: 'Completed' }).first()).toBeVisible()
  })
})
