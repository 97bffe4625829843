import { expect } from '../fixtures.ts'
import { test } from './sample-data.ts'
import { shoot, shootNarrow } from './shoot.ts'

test('a run over time and as a graph: fans, loops, children and long histories', async ({ page, samples, run }) => {
  const open = async (key: keyof typeof samples, status: string) => {
    await run.open(samples[key])
    await expect(run.status(status)).toBeVisible()
    await expect(run.row(/./).first()).toBeVisible()
  }

  await open('crowd', 'WAITING_HUMAN_INPUT')
  await shoot(page, 'run-fan')
  await run.expandRow('Print')
  await shoot(page, 'run-fan-timeline')

  await open('nights', 'COMPLETED')
  await run.pressInTimeline('e')
  await shoot(page, 'run-loop-timeline')

  await open('deep', 'WAITING_CHILD_HUMAN_INPUT')
  for (const step of ['Allocate_Inventory', 'Select_Warehouse', 'Shipping_Cost']) await run.expandRow(step)
  await shoot(page, 'run-child-timeline')
  await shootNarrow(page, 'run-child-timeline')

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
