import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, expect } from '../support/fixtures.ts'
import { restClient } from '../support/rest.ts'

const examples = join(import.meta.dirname, '..', '..', 'examples', 'workflows')

/** Runs that show something, by what they show. */
const runs = {
  completed: ['OrderProcessing', { order_id: 'A-17', amount: 120 }, 'COMPLETED'],
  failed: ['OrderProcessing', { order_id: ' ', amount: 120 }, 'FAILED'],
  approval: ['LoanApproval', { customer: 'Weaver & Sons', amount: 24_000 }, 'WAITING_HUMAN_INPUT'],
  undone: ['TripBooking', { destination: 'Porto', nights: 3, card: 'declined' }, 'FAILED_ROLLED_BACK'],
  deep: [
    'OrderFulfilment',
    {
      order_id: 'A-2001',
      items: [
        { sku: 'LOOM', price: 199.9 },
        { sku: 'HAZMAT', quantity: 2, price: 12.5 },
      ],
    },
    'WAITING_CHILD_HUMAN_INPUT',
  ],
  fannedOut: [
    'LabelPrinting',
    { items: ['LOOM', 'REED', '', 'SHUTTLE'].map((sku) => ({ sku })) },
    'WAITING_HUMAN_INPUT',
  ],
  crowd: [
    'LabelPrinting',
    { items: Array.from({ length: 128 }, (_, place) => ({ sku: [17, 60, 61].includes(place) ? '' : `SKU-${place}` })) },
    'WAITING_HUMAN_INPUT',
  ],
  nights: [
    'NightlyReport',
    { shop: 'Northside', nights: ['05', '06', '07'].map((day) => ({ day, at: `2026-01-${day}T23:00:00Z` })) },
    'COMPLETED',
  ],
  retried: ['TripBooking', { destination: 'Porto', nights: 3, card: 'unreachable' }, 'COMPLETED'],
  long: ['LongHaul', { legs: 1_500 }, 'COMPLETED'],
  script: [
    'CustomerImport',
    { lines: 'Ada Lovelace; ada@example.com; gb\nJoseph Jacquard; jacquard@example.com; fr\nNobody; no address;' },
    'WAITING_HUMAN_INPUT',
  ],
} as const

/** Thousands of events, made at once. */
const longHaul = `workflow_type: LongHaul
steps:
  - name: Each_Leg
    type: LOOP
    mode: WHILE
    while_condition: "!has(state.leg) || state.leg < input.legs"
    max_iterations: 10000
    loop_body:
      - name: Drive
        type: TRANSFORM
        set: { leg: "has(state.leg) ? state.leg + 1.0 : 1.0" }
      - name: Rest
        type: TRANSFORM
        set: { rested: state.leg }
  - name: Arrive
    type: TRANSFORM
    set: { arrived: "true" }
`

type SampleRuns = Readonly<Record<keyof typeof runs, string>>

/** One Heddle in which all examples are published and the sample runs are where they are to be seen. */
export const test = base.extend<object, { samples: SampleRuns }>({
  samples: [
    async ({ heddle }, use) => use(await makeSampleData(heddle.url)),
    { scope: 'worker', auto: true, timeout: 300_000 },
  ],
})

async function makeSampleData(url: string): Promise<SampleRuns> {
  const rest = restClient(url)
  for (const file of readdirSync(examples).filter((name) => name.endsWith('.yaml'))) {
    for (const text of readFileSync(join(examples, file), 'utf8').split(/^---$/m)) await rest.publish(text)
  }
  await rest.publish(longHaul)
  const ids: Record<string, string> = {}
  for (const [key, [workflow, input, status]] of Object.entries(runs)) {
    const { run_id } = await rest.start(workflow, input)
    ids[key] = run_id
    await expect
      .poll(async () => (await rest.run(run_id)).workflow_status, { message: key, timeout: 60_000 })
      .toBe(status)
  }
  return ids as SampleRuns
}
