import { expect } from '../support/fixtures.ts'
import { restClient } from '../support/rest.ts'
import { test } from './sample-data.ts'
import { failing, shoot, shootNarrow } from './shoot.ts'

const workflows = [
  `workflow_type: NightlyBackup
title: Nightly backup
triggers:
  - { type: schedule, name: nightly, cron: 30 2 * * *, timezone: Europe/Berlin }
  - { type: schedule, name: often, every_seconds: 900, overlap: queue }
steps: [{ name: Save, type: TRANSFORM, set: { a: '1' } }]
`,
  `workflow_type: ShopOrders
triggers:
  - { type: webhook, verify: none }
  - { type: schedule, cron: 0 6 * * MON-FRI, timezone: America/New_York }
input_schema: { type: object, required: [order], properties: { order: { type: number } } }
steps: [{ name: Book, type: TRANSFORM, set: { a: '1' } }]
`,
  `workflow_type: Follow_Up
title: Follow up on an order
triggers:
  - { type: run, workflow: NightlyBackup, outcome: any }
  - { type: signal, signal: order-changed, correlate: "{{ payload.order }}" }
  - { type: form, access: owner, title: Report a late order }
input_schema: { type: object, properties: { order: { type: string, title: Order } } }
steps: [{ name: Note, type: TRANSFORM, set: { a: '1' } }]
`,
]

test('triggers: empty, full and failing', async ({ page, heddle, complaints }) => {
  await page.goto('/triggers')
  await expect(page.getByText('No triggers yet')).toBeVisible()
  await shoot(page, 'triggers-empty')
  await shootNarrow(page, 'triggers-empty')
  const rest = restClient(heddle.url)
  for (const text of workflows) await rest.publish(text)
  await page.goto('/triggers')
  await page.getByRole('button', { name: 'Run NightlyBackup nightly now' }).click()
  await page.getByRole('button', { name: 'Run ShopOrders schedule now' }).click()
  const list = page.getByRole('list', { name: 'Triggers' })
  await expect(list.getByText('Completed')).toBeVisible()
  await expect(list.getByText('Failed')).toBeVisible()
  await list.getByRole('listitem').filter({ hasText: 'often' }).getByRole('button', { name: 'Pause' }).click()
  await expect(list.getByText('Paused').first()).toBeVisible()
  await shoot(page, 'triggers')
  await shootNarrow(page, 'triggers')
  await page.getByRole('button', { name: 'More for NightlyBackup nightly' }).click()
  await page.getByRole('menuitem', { name: 'Run missed times…' }).click()
  await expect(page.getByRole('dialog').getByRole('status')).toContainText(/Nothing to start|Starts/)
  await shoot(page, 'triggers-backfill')
  await shootNarrow(page, 'triggers-backfill')
  await page.keyboard.press('Escape')
  await page.goto('/workflows/NightlyBackup')
  await page.getByRole('button', { name: /^Start: / }).click()
  await expect(page.getByText('Next times').first()).toBeVisible()
  await shoot(page, 'designer-triggers')
  await shootNarrow(page, 'designer-triggers')
  await page.goto('/workflows/ShopOrders')
  await page.getByRole('button', { name: /^Start: / }).click()
  await expect(page.getByLabel('Verify the sender by')).toBeVisible()
  await shoot(page, 'designer-webhook')
  await shootNarrow(page, 'designer-webhook')
  await page.goto('/workflows/Follow_Up')
  await page.getByRole('button', { name: /^Start: / }).click()
  await expect(page.getByText('Triggers').first()).toBeVisible()
  await shoot(page, 'designer-triggers-of-runs')
  await shootNarrow(page, 'designer-triggers-of-runs')
  await failing(page, 'triggers.firings')
  await page.goto('/triggers')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await shoot(page, 'triggers-firings-failed')
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/ 500 |Something went wrong/.test(text)))
})
