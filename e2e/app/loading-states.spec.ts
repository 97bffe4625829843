import { expectAccessible } from '../support/accessible.ts'
import { example, uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

test('axe finds nothing on what is shown while lists, a run, a task and a workflow are on their way', async ({
  page,
  rest,
}) => {
  const name = uniqueName('LoanApproval')
  await rest.publish(example('loan-approval', name))
  const { run_id } = await rest.start(name, { customer: 'Weaver & Sons', amount: 24_000 })
  await expect.poll(async () => (await rest.run(run_id)).workflow_status).toBe('WAITING_HUMAN_INPUT')
  const screens = [
    ['/runs', 'Loading'],
    [`/runs/${run_id}`, 'Loading run'],
    ['/workflows', 'Loading'],
    [`/workflows/${name}`, 'Loading workflow'],
    ['/inbox', 'Loading tasks'],
    ['/', 'Loading overview'],
  ] as const
  // No answer comes, but none is refused either.
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/api\/trpc\//, async (route) => {
    await released
    await route.abort().catch(() => undefined)
  })
  for (const [path, said] of screens) {
    await page.goto(path)
    await expect(page.getByRole('status').filter({ hasText: said }).first()).toBeVisible()
    await expectAccessible(page, `${path} while it is loading`, { alsoDark: true })
  }
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [path, said] of screens) {
    await page.goto(path)
    await expect(page.getByRole('status').filter({ hasText: said }).first()).toBeVisible()
    await expectAccessible(page, `${path} while it is loading, narrow`)
  }
  await page.goto('about:blank')
  release()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('rows that are loading have the place and the height of the rows that follow', async ({ page, rest }) => {
  const name = uniqueName('LoanApproval')
  await rest.publish(example('loan-approval', name))
  const { run_id } = await rest.start(name, { customer: 'Weaver & Sons', amount: 24_000 })
  await expect.poll(async () => (await rest.run(run_id)).workflow_status).toBe('WAITING_HUMAN_INPUT')
  for (const [path, said, rows] of [
    ['/workflows', 'Loading workflows', 'tbody tr'],
    ['/runs', 'Loading runs', 'tbody tr'],
    ['/inbox', 'Loading tasks', 'div:has(> [data-task])'],
    ['/settings/retention', 'Loading: Retention', '[aria-labelledby=retention-of-workflows] li'],
  ] as const) {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\/api\/trpc\//, async (route) => {
      await released
      await route.continue().catch(() => undefined)
    })
    await page.goto(path)
    const skeleton = page.getByRole('status').filter({ hasText: said }).locator('[data-skeleton-row]').first()
    const loading = await skeleton.boundingBox()
    release()
    const row = page.locator(rows).first()
    await expect(row).toBeVisible()
    const loaded = await row.boundingBox()
    expect(Math.abs((loading?.height ?? 0) - (loaded?.height ?? 0)), `${path}: height`).toBeLessThanOrEqual(4)
    if (path !== '/settings/retention')
      expect(Math.abs((loading?.y ?? 0) - (loaded?.y ?? 0)), `${path}: place`).toBeLessThanOrEqual(4)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})
