import { expect } from '../support/fixtures.ts'
import { test } from './sample-data.ts'
import { shoot, shootNarrow } from './shoot.ts'

test('a run over time and as a graph: fans, loops, children and long histories', async ({ page, samples, run }) => {
  const open = async (key: keyof typeof samples, status: string) => {
    await run.open(samples[key])
    await expect(run.status(status)).toBeVisible()
    await expect(run.row(/./).first()).toBeVisible()
  }
  /** The whole graph in view again: a window that was resized for a picture keeps its place in the graph. */
  const showAll = () => page.getByRole('button', { name: 'Fit to view' }).click()

  await open('crowd', 'WAITING_HUMAN_INPUT')
  await shoot(page, 'run-fan')
  await showAll()
  await run.tool('Print', 'Show items')
  await expect(page.getByRole('region', { name: 'Items of Print' })).toBeVisible()
  await shoot(page, 'run-fan-items')
  await page.getByRole('button', { name: 'Close the items' }).click()
  await run.expandRow('Print')
  await shoot(page, 'run-fan-timeline')

  await open('nights', 'COMPLETED')
  await run.pressInTimeline('e')
  await shoot(page, 'run-loop-timeline')
  await showAll()
  await run.tool('Each_Night', 'Previous round')
  await run.node('Gather').click({ position: { x: 60, y: 12 } })
  await shoot(page, 'run-loop')

  await open('deep', 'WAITING_CHILD_HUMAN_INPUT')
  for (const step of ['Allocate_Inventory', 'Select_Warehouse', 'Shipping_Cost']) await run.expandRow(step)
  await shoot(page, 'run-child-timeline')
  await shootNarrow(page, 'run-child-timeline')
  await run.row(/^Rank Warehouses:/).click()
  await expect(run.details.getByRole('link', { name: /^Open it in its run/ })).toBeVisible()
  await shoot(page, 'run-child-chosen')
  await shootNarrow(page, 'run-child-chosen')
  await showAll()
  await run.tool('Allocate_Inventory', 'Expand')
  await run.tool('Allocate_Inventory/Select_Warehouse', 'Expand')
  await run.node('Allocate_Inventory/Select_Warehouse/Rank_Warehouses').click()
  await shoot(page, 'run-children')
  await shootNarrow(page, 'run-children')

  await open('retried', 'COMPLETED')
  await run.expandRow('Charge_Card')
  await shoot(page, 'run-attempts-timeline')
  await open('undone', 'FAILED_ROLLED_BACK')
  await run.pressInTimeline('e')
  await shoot(page, 'run-undone-timeline')

  await open('long', 'COMPLETED')
  await run.expandRow('Each_Leg')
  await run.pressInTimeline('+++')
  await shoot(page, 'run-long-timeline')
})

const gifts = `workflow_type: WelcomeGifts
steps:
  - name: Greet
    type: SCRIPT
    code: "return { tier: input.tier }"
    dynamic_injection:
      rules:
        - condition_key: tier
          value_match: gold
          action: INSERT_AFTER_CURRENT
          steps_to_insert:
            - { name: Send_Gift, type: TRANSFORM, set: { gift: "true" } }
  - name: Book
    type: SCRIPT
    code: throw new Error('The ledger is closed.')
`

test('a step that only an earlier attempt inserted', async ({ page, run, rest }) => {
  await rest.publish(gifts)
  const { run_id } = await rest.start('WelcomeGifts', { tier: 'gold' })
  const failed = () => expect.poll(async () => (await rest.run(run_id)).workflow_status).toBe('FAILED')
  await failed()
  const before = (await rest.history(run_id)).items.length
  await rest.retry(run_id, { from_step: 'Greet', input: { tier: 'blue' } })
  await failed()
  await page.goto(`/runs/${run_id}`)
  await expect(run.node('Book')).toBeVisible()
  await expect(run.node('Send_Gift')).toBeHidden()
  await page.goto(`/runs/${run_id}?at=${before}`)
  await expect(run.node('Send_Gift')).toContainText('Completed')
  await shoot(page, 'run-inserted-before')
})
