import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { openTab } from '../canvas/browser.ts'
import type { Row } from '../harness/bench.ts'
import type { Stage } from '../harness/stage.ts'
import { at, count, median, ms } from '../harness/stats.ts'
import { until } from '../harness/until.ts'
import { workflow } from '../harness/workflows.ts'
import { type Latencies, latenciesOf, type NumberLocator, watchNumbers } from './watch-numbers.ts'
import { writeEvents } from './write-events.ts'

export const GOAL_MS = 300
/** As many as are in view at once. */
const RUNS = 30
const PATIENCE_MS = 20_000

export interface PixelOptions {
  readonly perSecond: number
  readonly forMs: number
}

/** From an event in the database to the frame that shows it: on the list of runs, and on the page of one run. */
export async function measurePixels(
  stage: Stage,
  browser: Browser,
  url: string,
  options: PixelOptions,
): Promise<readonly Row[]> {
  const runIds = await runsAtWork(stage, RUNS)
  const [runId = ''] = runIds
  const pages: readonly (readonly [string, Page])[] = [
    [`list of ${RUNS} runs`, { path: '/runs', runIds }],
    ['page of one run, its history', { path: `/runs/${runId}?view=history`, runId }],
    ['page of one run, its timeline', { path: `/runs/${runId}?view=timeline`, runId }],
  ]
  const rows: Row[] = []
  for (const [name, page] of pages) {
    const { p50, p95, lost } = await measurePage(stage, browser, url, page, options)
    rows.push({
      bench: 'live',
      shape: `event to pixel, ${count(options.perSecond)} events/s, ${name}`,
      measured: `p50 ${ms(p50)}, p95 ${ms(p95)}${lost > 0 ? `, ${count(lost)} lost` : ''}`,
      goal: `p95 < ${GOAL_MS} ms`,
      met: lost === 0 && p95 < GOAL_MS,
      figures: { p50, p95, lost },
    })
  }
  return rows
}

/** A list of these runs, or the page of one. */
type Page = { readonly path: string } & ({ readonly runIds: readonly string[] } | { readonly runId: string })

export interface Latency {
  readonly p50: number
  readonly p95: number
  readonly lost: number
}

/** While events are written steadily to the runs of a page: how soon they are drawn. */
export async function measurePage(
  stage: Stage,
  browser: Browser,
  url: string,
  page: Page,
  { perSecond, forMs }: PixelOptions,
): Promise<Latency> {
  const place: NumberLocator =
    'runId' in page
      ? { selector: '[role=tab]', number: 'History\\s*([\\d.,\\s]+)', runId: page.runId }
      : { selector: 'tbody tr', number: 'Event_(\\d+)_' }
  const written = 'runId' in page ? [page.runId] : page.runIds
  const warm = { perSecond: 50, forMs: 2_000 }
  const tab = await openTab(browser)
  try {
    await tab.page.goto(`${url}${page.path}`)
    await tab.page.locator(place.selector).first().waitFor()
    await watchNumbers(tab.page, place)
    // The stream is open before anything is measured.
    await writeEvents(stage.pool, written, warm)
    const events = await writeEvents(stage.pool, written, { perSecond, forMs })
    await writeEvents(stage.pool, written, warm)
    const { ms: took, lost } = await allDrawn(() => latenciesOf(tab.page, events))
    return { p50: median(took), p95: at(took, 0.95), lost }
  } finally {
    await tab.close()
  }
}

/** A busy machine draws the last ones late, but draws them. */
async function allDrawn(look: () => Promise<Latencies>): Promise<Latencies> {
  const endAt = Date.now() + PATIENCE_MS
  for (;;) {
    const latencies = await look()
    if (latencies.lost === 0 || Date.now() > endAt) return latencies
    await sleep(500)
  }
}

/** Runs whose one step is with a worker that never comes. */
export async function runsAtWork(
  { pool, publish, engine: startEngine, start }: Stage,
  most: number,
): Promise<readonly string[]> {
  await publish(workflow('Work', [{ name: 'Work', type: 'ASYNC', function: 'nowhere.to_be_found', queue: 'nobody' }]))
  const engine = await startEngine()
  const runIds = await start('Work', most)
  await until('all runs are at work', async () => {
    const { rows } = await pool.query(
      `select from run_state where run_id = any($1::uuid[]) and status = 'PENDING_ASYNC' and engine_id is null`,
      [runIds],
    )
    return rows.length === most
  })
  await engine.stop()
  return runIds
}
