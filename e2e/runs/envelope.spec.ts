import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { example, family, uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

const change = (site: string, devices: readonly string[]) => ({
  change: 'CHG-7',
  site,
  devices,
  firmware: '17.9.4',
  window_start: '2026-01-05T22:00:00Z',
})

const diagramOf = (page: Page) => page.getByRole('region', { name: 'Phases of the run' })
const litArrows = (diagram: Locator) =>
  diagram
    .locator('path[data-lit="true"]')
    .evaluateAll((paths) => paths.map((path) => path.getAttribute('data-arrow') ?? '').sort())

test('envelope 18: the phase diagram is lit as the log says, and an unsafe run is resolved by hand', {
  tag: '@main',
}, async ({ page, rest }) => {
  const name = uniqueName('NetworkChange')
  await rest.publish(example('network-change', name))
  const { run_id: runId } = await rest.start(name, change(uniqueName('site'), ['sw-dead']))
  await page.goto(`/runs/${runId}`)
  const diagram = diagramOf(page)
  const asTheLogSays = async () => {
    const changes = [...new Set(await rest.phaseChanges(runId))].sort()
    await expect.poll(() => litArrows(diagram)).toEqual(changes)
  }

  await test.step('a run that waits says for what, and when it gives up', async () => {
    await page.getByRole('tab', { name: 'Envelope' }).click()
    await expect(diagram.locator('[data-phase="BLOCKED_WAITING"]')).toHaveAttribute('aria-current', 'step')
    await expect(page.getByRole('tabpanel')).toContainText(/Waiting for Change approved .*Gives up in/)
    await expect(page.getByRole('row', { name: /Change approved/ })).toContainText('False')
    await expect(page.getByRole('row', { name: /Maintenance window/ })).toContainText('True')
    await asTheLogSays()
    await expectAccessible(page, 'run: envelope')
  })

  await test.step('a signal lets it go on, to an unsafe end', async () => {
    await rest.signal(runId, 'change-approved-CHG-7')
    await expect(diagram.locator('[data-phase="FAILED_UNSAFE"]')).toHaveAttribute('aria-current', 'step')
    await expect(diagram.locator('[data-phase="FAILED_UNSAFE"]')).toContainText('Unsafe')
    await asTheLogSays()
    await expect(page.getByRole('row', { name: /device:sw-dead/ })).toContainText('Kept until acknowledged')
  })

  await test.step('Roll back asks how each marked step was undone', async () => {
    const panel = page.getByRole('tabpanel')
    await panel.getByRole('button', { name: 'Roll back' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: /resolved manually/ }).focus()
    await page.keyboard.press('Space')
    await dialog.getByRole('button', { name: /^Roll back/ }).click()
    await expect(dialog.getByRole('alert')).toContainText('Describe how')
    await expectAccessible(page, 'run: rollback by hand')
    await dialog.getByRole('textbox', { name: /^How / }).fill('Swapped sw-dead for a spare.')
    await dialog.getByRole('button', { name: /^Roll back/ }).click()
    await expect(dialog).toHaveCount(0)
    await expect(diagram.locator('[data-phase="FAILED_SAFE_ACK"]')).toHaveAttribute('aria-current', 'step')
    await asTheLogSays()
  })
  expect(await rest.phaseChanges(runId)).toContain('FAILED_UNSAFE>FAILED_SAFE')
})

test('envelope 13: an unsafe run is acknowledged in the inbox, which closes it and frees its locks', async ({
  page,
  rest,
}) => {
  const name = uniqueName('NetworkChange')
  await rest.publish(example('network-change', name))
  const site = uniqueName('site')
  const { run_id: runId } = await rest.start(name, change(site, ['sw-dead']))
  await expect.poll(() => rest.phaseChanges(runId)).toContain('VALID>BLOCKED_WAITING')
  await rest.signal(runId, 'change-approved-CHG-7')
  await expect.poll(() => rest.phaseChanges(runId)).toContain('ROLLBACK>FAILED_UNSAFE')

  await page.goto(`/locks?resource=device:sw-dead`)
  await expect(page.getByText('Kept by an unsafe run').first()).toBeVisible()

  const unsafe = page.getByRole('region', { name: 'Figures' }).getByRole('link', { name: /^Unsafe/ })
  await page.goto('/')
  await unsafe.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name }).first()).toBeVisible()

  await page.goto('/inbox')
  const group = page.getByRole('region', { name: 'To acknowledge' })
  const row = group.getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('Unsafe')
  await row.getByRole('button', { name: `Acknowledge ${name}` }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Acknowledging closes the run and releases its locks')
  await expectAccessible(page, 'inbox: acknowledge an unsafe run')
  await dialog.getByLabel('Reason').fill('The spare switch is in place.')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(dialog).toHaveCount(0)
  await expect(row).toHaveCount(0)
  await expect.poll(() => rest.phaseChanges(runId)).toContain('FAILED_UNSAFE>FAILED_UNSAFE_ACK')

  await page.goto(`/runs/${runId}?view=envelope`)
  await expect(diagramOf(page).locator('[data-phase="FAILED_UNSAFE_ACK"]')).toHaveAttribute('aria-current', 'step')
  await expect(page.getByRole('button', { name: 'Acknowledge' })).toHaveCount(0)
  await expect(page.getByRole('row', { name: /device:sw-dead/ })).not.toContainText('Kept until acknowledged')
})

test('envelope 18: the wait-for graph names the blocker, and a forced release asks for a reason', async ({
  page,
  rest,
}) => {
  const { texts, names } = family('account-transfers')
  const transfer = names[1] ?? ''
  await rest.publish(texts[1] ?? '')
  const account = uniqueName('shared')
  const start = (to: string) => rest.start(transfer, { from: account, to, amount: 5, clearing_seconds: 600 })
  const first = await start(uniqueName('rent'))
  await expect.poll(() => rest.phaseChanges(first.run_id)).toContain('LOCKED>RUNNING')
  const second = await start(uniqueName('savings'))
  await expect.poll(() => rest.phaseChanges(second.run_id)).toContain('LOCKING>SCHEDULED')
  const resource = `account:${account}`

  await page.goto(`/locks?resource=${encodeURIComponent(resource)}`)
  const row = page.locator(`tr[data-resource="${resource}"]`)

  await test.step('the table names the holder and the queue', async () => {
    await expect(row.getByRole('link').first()).toHaveAttribute('href', `/runs/${first.run_id}`)
    await expect(row.getByRole('button', { name: '1 run waits' })).toHaveAttribute('aria-expanded', 'true')
    const queue = row.getByRole('list', { name: `Queue for ${resource}` })
    await expect(queue.getByRole('listitem')).toHaveCount(1)
    await expect(queue.getByRole('link').first()).toHaveAttribute('href', `/runs/${second.run_id}`)
  })

  await test.step('the graph leads from the run that waits to the run that holds', async () => {
    const blocker = page.locator('[data-wait-node="run"][data-blocker="true"]')
    await expect(blocker.getByRole('link').and(page.locator(`[href="/runs/${first.run_id}"]`))).toBeVisible()
    const waiter = page.locator('[data-wait-node="run"][data-blocker="false"]')
    await expect(waiter.getByRole('link').and(page.locator(`[href="/runs/${second.run_id}"]`))).toBeVisible()
    await expectAccessible(page, 'locks')
  })

  await test.step('the run that waits names its blocker', async () => {
    await page.goto(`/runs/${second.run_id}?view=envelope`)
    const sentence = page.getByRole('tabpanel')
    await expect(sentence).toContainText(/is held by run .*Gives up in/)
    await expect(sentence.getByRole('link', { name: /^run / })).toHaveAttribute('href', `/runs/${first.run_id}`)
    await page.goBack()
  })

  await test.step('no release without a reason', async () => {
    await row.getByRole('button', { name: /^Force release of/ }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Force release/ }).click()
    await expect(dialog.getByText('Say why you release the lock.')).toBeVisible()
    await expectAccessible(page, 'locks: force release')
    await dialog.getByLabel('Reason').fill('The clearing house is down.')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(dialog).toHaveCount(0)
  })
  await expect.poll(async () => (await rest.run(first.run_id)).status).toBe('failed')
  await expect.poll(() => rest.phaseChanges(second.run_id)).toContain('LOCKED>RUNNING')
})

test('envelope 18: the designer shows the stages above the first step; each opens its fields', async ({
  page,
  rest,
  designer,
}) => {
  const name = uniqueName('NetworkChange')
  await rest.publish(example('network-change', name))
  await page.goto(`/workflows/${name}`)
  const strip = page.getByRole('navigation', { name: 'Envelope' })
  await expect(strip.getByRole('button')).toHaveText([
    'Validate2',
    'Conditions3',
    'Resources',
    'Locks',
    'Rollback',
    'Acknowledge',
  ])
  await strip.getByRole('button', { name: 'Conditions' }).focus()
  await page.keyboard.press('Enter')
  const conditions = designer.inspector.getByRole('group', { name: 'Conditions' })
  await expect(conditions.getByLabel('Name').first()).toBeFocused()
  await expect(conditions.getByLabel('Name').first()).toHaveValue('Maintenance window')
  await conditions.getByRole('button', { name: 'Add to conditions' }).click()
  await conditions.getByLabel('Name').last().fill('Holidays')
  await page.keyboard.press('Tab')
  await expect(strip.getByRole('button', { name: 'Conditions' })).toHaveText('Conditions4')
  await expectAccessible(page, 'designer: envelope', { part: 'aside' })
})
