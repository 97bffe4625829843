import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { openTab } from '../canvas/browser.ts'
import type { Row } from '../harness/bench.ts'
import type { Stage } from '../harness/stage.ts'
import { at, count, median, ms } from '../harness/stats.ts'
import { until } from '../harness/until.ts'
import { workflow } from '../harness/workflows.ts'
import { type Latencies, latenciesOf, type NumberPlace, watchNumbers } from './watch-numbers.ts'
import { writeEvents } from './write-events.ts'

const GOAL_MS = 300
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
  const runIds = await runsAtWork(stage)
  const [first = ''] = runIds
  const list: NumberPlace = { selector: 'tbody tr', number: 'Event_(\\d+)_' }
  const run: NumberPlace = { selector: '[role=tab]', number: 'History\\s*([\\d.,\\s]+)', runId: first }
  return [
    await measure(`list of ${RUNS} runs`, '/runs', runIds, list),
    await measure('page of one run, its history', `/runs/${first}?view=history`, [first], run),
    await measure('page of one run, its timeline', `/runs/${first}?view=timeline`, [first], run),
  ]

  async function measure(shape: string, path: string, written: readonly string[], place: NumberPlace): Promise<Row> {
    const tab = await openTab(browser)
    try {
      await tab.page.goto(`${url}${path}`)
      await tab.page.locator(place.selector).first().waitFor()
      await watchNumbers(tab.page, place)
      // The stream is open before anything is measured.
      await writeEvents(stage.pool, written, 50, 2_000)
      const events = await writeEvents(stage.pool, written, options.perSecond, options.forMs)
      await writeEvents(stage.pool, written, 50, 2_000)
      const { ms: took, lost } = await allDrawn(() => latenciesOf(tab.page, events))
      const [p50, p95] = [median(took), at(took, 0.95)]
      return {
        bench: 'live',
        shape: `event to pixel, ${count(options.perSecond)} events/s, ${shape}`,
        measured: `p50 ${ms(p50)}, p95 ${ms(p95)}${lost > 0 ? `, ${count(lost)} lost` : ''}`,
        goal: `p95 < ${GOAL_MS} ms`,
        met: lost === 0 && p95 < GOAL_MS,
        figures: { p50, p95, lost },
      }
    } finally {
      await tab.close()
    }
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
async function runsAtWork({ pool, publish, engine: startEngine, start }: Stage): Promise<readonly string[]> {
  await publish(workflow('Work', [{ name: 'Work', type: 'ASYNC', function: 'nowhere.to_be_found', queue: 'nobody' }]))
  const engine = await startEngine()
  const runIds = await start('Work', RUNS)
  await until('all runs are at work', async () => {
    const { rows } = await pool.query(
      `select from run_state where run_id = any($1::uuid[]) and status = 'PENDING_ASYNC' and engine_id is null`,
      [runIds],
    )
    return rows.length === RUNS
  })
  await engine.stop()
  return runIds
}
