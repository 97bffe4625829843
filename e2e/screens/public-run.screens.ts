import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Sink, startSink } from '#server/webhooks/testing/sink.ts'
import { WAIT_LIMIT_MS } from '../../tools/test/wait-limit.mjs'
import { expectAccessible } from '../support/accessible.ts'
import { test as base, expect } from '../support/fixtures.ts'
import { startHeddle } from '../support/heddle.ts'
import { shoot, shootNarrow } from './shoot.ts'

/** A Heddle whose functions report artifacts, with a budget of four runs and a receiver of webhooks. */
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
      const functions = await mkdtemp(join(tmpdir(), 'heddle-functions-'))
      await writeFile(join(functions, 'video.ts'), cut)
      const env = { HEDDLE_HTTP_ALLOW: sink.host, HEDDLE_FUNCTIONS: functions, HEDDLE_RUN_SLOTS: '4' }
      const heddle = await startHeddle({ env })
      await use(heddle)
      await heddle.stop()
      await rm(functions, { recursive: true })
    },
    { scope: 'worker', timeout: WAIT_LIMIT_MS },
  ],
})

const cut = `export function cut(state, context) {
  const { topic, regenerate } = context.input
  const file = 'https://files.example.com/cuts/' + topic + '-with-a-rather-long-name-of-a-file.mp4'
  context.artifact({ name: 'Cut of ' + topic, type: 'video/mp4', url: file })
  context.artifact({ name: 'Plan', type: 'plan', json: { scenes: [{ title: 'Leaves', seconds: 4 }, { title: 'Water', seconds: 7 }] } })
  return { headline: (regenerate ? regenerate.direction + ': ' : '') + 'Draft for ' + topic, scenes: 2 }
}
export function fail() { throw new Error('The studio has no light.') }
export function hold() { return new Promise(() => setTimeout(() => undefined, 2 ** 31 - 1)) }
`
const short = `workflow_type: video/short
recovery: { stale_seconds: 90, attempts: 2 }
steps:
  - name: Review
    type: SIGNAL
    signal: go
  - name: Cut
    function: video.cut
`
const broken = `workflow_type: video/broken
steps:
  - name: Light
    function: video.fail
`
const nap = `workflow_type: video/nap
steps:
  - name: Ask
    type: HUMAN
    title: May it go on?
`
const hold = `workflow_type: video/hold
steps:
  - name: Render
    function: video.hold
`

test('the public run: its start, variants, comparison, artifacts, deliveries and lineage', async ({
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
  const both = async (name: string) => {
    await shoot(page, `public-${name}`)
    await shootNarrow(page, `public-${name}`)
    await expectAccessible(page, name)
  }
  for (const text of [short, broken, nap, hold]) await rest.publish(text)
  await post('/v1/organizations/local/webhooks', { url: sink.url('/hooks/of/a/studio') })

  await page.goto(`/workflows/${encodeURIComponent('video/short')}`)
  await page.getByRole('button', { name: /^Run/ }).first().click()
  const start = page.getByRole('dialog', { name: /^Run / })
  await start.getByRole('combobox', { name: 'Variants' }).click()
  await page.getByRole('option', { name: '3 runs' }).click()
  await both('start-variants')
  await start.getByRole('combobox', { name: 'What to start' }).click()
  await page.getByRole('option', { name: 'Several workflows' }).click()
  await start.getByRole('button', { name: 'Add workflow' }).click()
  await start.getByRole('combobox', { name: 'Workflow 2' }).click()
  await page.getByRole('option', { name: 'video/nap' }).click()
  await start.getByRole('button', { name: 'Add workflow' }).click()
  await both('start-bundle')
  await page.keyboard.press('Escape')

  const { run_id: runId } = await post<{ run_id: string }>('/v1/workflows/run?name=video/short', {
    input: { topic: 'tea' },
    variants: 3,
    state: { order: 7 },
  })
  const cards = page.getByRole('region', { name: 'Variants' })
  await run.open(runId)
  await expect(cards.getByText('Waiting', { exact: true })).toHaveCount(3)
  await both('variants-waiting')
  const { outputs } = (await (await fetch(`${heddle.url}/v1/workflow-runs/${runId}`)).json()) as {
    outputs: readonly { readonly run_id: string }[]
  }
  const children = outputs.map(({ run_id }) => run_id)
  for (const each of children) await post(`/v1/workflow-runs/${each}/signal`, { signal_name: 'go', payload: {} })
  await expect(run.status('COMPLETED')).toBeVisible()
  await both('variants-completed')
  await cards.getByLabel('Compare variant 1').check()
  await cards.getByLabel('Compare variant 3').check()
  await cards.getByRole('button', { name: 'Compare' }).click()
  await both('comparison')
  await page.keyboard.press('Escape')
  await cards.getByRole('button', { name: 'Regenerate variant 2' }).click()
  await both('regenerate')
  const dialog = page.getByRole('dialog', { name: 'Regenerate variant 2' })
  await dialog.getByRole('combobox', { name: 'Direction' }).click()
  await page.getByRole('option', { name: 'contrarian' }).click()
  await dialog.getByRole('button', { name: 'Regenerate' }).click()
  await expect(run.details.getByRole('region', { name: 'Regenerations' })).toContainText('Regenerates variant 2 of')
  await both('lineage')
  await page.goto(`/runs/${children[0]}?view=artifacts`)
  await expect(page.getByRole('list', { name: 'Artifacts' })).toBeVisible()
  await both('artifacts')
  await page.goto(`/runs/${children[0]}?view=deliveries`)
  await expect(page.getByText('Delivered').first()).toBeVisible()
  await both('deliveries')

  sink.answer = () => 503
  const { run_id: unheard } = await post<{ run_id: string }>('/v1/workflows/run?name=video/nap', {})
  await page.goto(`/runs/${unheard}?view=deliveries`)
  await expect(page.getByText('503').first()).toBeVisible()
  await both('deliveries-failing')
  await page.getByRole('button', { name: 'Details of workflow.run.created' }).click()
  await both('delivery-failing-details')
  await page.goto('/settings/webhooks')
  await expect(page.getByText('/hooks/of/a/studio').first()).toBeVisible()
  await both('webhooks-failing')
  sink.answer = () => 200

  const failed = await post<{ run_id: string }>('/v1/workflows/run?name=video/broken', {
    bundle: [{ name: 'video/broken' }, { name: 'video/nap' }],
  })
  await run.open(failed.run_id)
  await expect(cards.getByText('Failed', { exact: true })).toHaveCount(1)
  await both('bundle-failed')

  for (let count = 0; count < 4; count += 1) await post('/v1/workflows/run?name=video/hold', {})
  const queued = await post<{ run_id: string }>('/v1/workflows/run?name=video/hold', {})
  await run.open(queued.run_id)
  await expect(page.getByText(/slot/).first()).toBeVisible()
  await both('waits-for-slot')

  await page.goto(`/workflows/${encodeURIComponent('video/short')}`)
  await page.getByText('When a worker is lost').first().scrollIntoViewIfNeeded()
  await both('designer-recovery')
})
