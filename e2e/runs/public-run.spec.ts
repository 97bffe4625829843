import { type Sink, startSink } from '#server/webhooks/testing/sink.ts'
import { WAIT_LIMIT_MS } from '../../tools/test/wait-limit.mjs'
import { test as base, expect } from '../support/fixtures.ts'
import { startHeddle } from '../support/heddle.ts'

/** A Heddle of its own that may call a receiver on this machine. */
const test = base.extend<object, { sink: Sink }>({
  sink: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are wanted from this pattern
    async ({}, use) => {
      const sink = await startSink()
      await use(sink)
      await sink.close()
    },
    { scope: 'worker' },
  ],
  heddle: [
    async ({ sink }, use) => {
      const heddle = await startHeddle({ env: { HEDDLE_HTTP_ALLOW: sink.host } })
      await use(heddle)
      await heddle.stop()
    },
    { scope: 'worker', timeout: WAIT_LIMIT_MS },
  ],
})

const text = `workflow_type: video/short
steps:
  - name: Review
    type: SIGNAL
    signal: go
  - name: Draft
    type: SCRIPT
    code: "return { headline: (input.regenerate ? input.regenerate.direction + ': ' : '') + 'Draft for ' + input.topic }"
`

interface Notified {
  readonly run_id: string
  readonly kind: string
  readonly payload: { readonly output?: unknown; readonly state?: unknown }
}

test('three variants are submitted and watched, one is regenerated, and the webhook tells how it ended', async ({
  page,
  run,
  rest,
  heddle,
  sink,
}) => {
  const post = async <Answer>(path: string, body: object): Promise<Answer> => {
    const response = await fetch(`${heddle.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.ok, `${path}: ${response.status}`).toBe(true)
    return (await response.json()) as Answer
  }
  const go = (runId: string) => post(`/v1/workflow-runs/${runId}/signal`, { signal_name: 'go', payload: {} })
  const told = (runId: string) =>
    sink.received.map(({ body }) => JSON.parse(body) as Notified).filter(({ run_id }) => run_id === runId)

  await rest.publish(text)
  await post('/v1/organizations/local/webhooks', { url: sink.url(), event_filter: ['workflow.run.completed'] })
  const { run_id: runId } = await post<{ run_id: string }>('/v1/workflows/run?name=video/short', {
    input: { topic: 'tea' },
    variants: 3,
    state: { order: 7 },
  })

  const cards = page.getByRole('region', { name: 'Variants' })
  await test.step('the page follows the variants as they wait and go on', async () => {
    await run.open(runId)
    await expect(cards.getByText('Waiting', { exact: true })).toHaveCount(3)
    const { outputs } = (await (await fetch(`${heddle.url}/v1/workflow-runs/${runId}`)).json()) as {
      outputs: readonly { readonly run_id: string }[]
    }
    const [first, ...others] = outputs.map(({ run_id }) => run_id)
    await go(first ?? '')
    await expect(cards.getByText('Completed', { exact: true })).toHaveCount(1)
    await expect(run.status('COMPLETED')).toHaveCount(0)
    for (const each of others) await go(each)
    await expect(run.status('COMPLETED')).toBeVisible()
    await expect(cards.getByText('Draft for tea')).toHaveCount(3)
  })
  await test.step('the webhook has heard of all variants, and of the run with its state', async () => {
    await expect
      .poll(() => told(runId))
      .toMatchObject([{ kind: 'workflow.run.completed', payload: { state: { order: 7 } } }])
  })
  await test.step('a variant is regenerated', async () => {
    await cards.getByRole('button', { name: 'Regenerate variant 2' }).click()
    const dialog = page.getByRole('dialog', { name: 'Regenerate variant 2' })
    await dialog.getByRole('combobox', { name: 'Direction' }).click()
    await page.getByRole('option', { name: 'contrarian' }).click()
    await dialog.getByRole('button', { name: 'Regenerate' }).click()
    await expect(run.details.getByRole('region', { name: 'Regenerations' })).toContainText('Regenerates variant 2 of')
  })
  const again = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  expect(again).not.toBe(runId)
  await go(again)
  await expect(run.status('COMPLETED')).toBeVisible()
  await test.step('the webhook hears of it, and the page of the run shows the delivery with its body', async () => {
    await expect
      .poll(() => told(again))
      .toMatchObject([{ payload: { output: { headline: 'contrarian: Draft for tea' } } }])
    await page.goto(`/runs/${again}?view=deliveries`)
    const delivery = page.getByRole('button', { name: 'Details of workflow.run.completed' })
    await expect(delivery).toContainText('Delivered')
    await delivery.click()
    await expect(page.getByText('contrarian: Draft for tea').first()).toBeVisible()
  })
})
