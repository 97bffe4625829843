import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { startHeddle } from '../../../e2e/support/heddle.ts'
import { launchBrowser, openTab, processorMs, type Tab } from '../../canvas/browser.ts'
import { type Frames, gestureSteps, measureFrames } from '../../canvas/frames.ts'
import { measureReopening, openPage } from '../../canvas/opening.ts'
import type { Row } from '../../harness/bench.ts'
import { at, count, median, ms } from '../../harness/stats.ts'
import { loopName, makeRuns } from './make-runs.ts'
import { measureScrubbing } from './scrubbing.ts'

const goals = { openMs: 1_000, scrubMs: 50, frameMs: 25 } as const

export interface RunPageSizes {
  readonly rows: number
  readonly openings: number
  readonly scrubs: number
}

/**
 * The page of one run in headless Chromium: how soon a long history is open, how soon the page follows the scrubber, and
 * how smooth a tall timeline is. A Heddle of its own is built and started for it, or the one at HEDDLE_URL is used.
 */
export async function measureRunPage({ rows, openings, scrubs }: RunPageSizes): Promise<readonly Row[]> {
  const heddle = process.env.HEDDLE_URL
    ? { url: process.env.HEDDLE_URL, stop: () => Promise.resolve() }
    : await buildAndStart()
  const browser = await launchBrowser()
  try {
    const { long, tall } = await makeRuns(heddle.url, rows)
    return [
      ...(await measureLong(browser, `${heddle.url}/runs/${long}`, openings, scrubs)),
      ...(await measureTall(browser, `${heddle.url}/runs/${tall}`)),
    ]
  } finally {
    await browser.close()
    await heddle.stop()
  }
}

async function buildAndStart() {
  const boot: { ensureBuild(): void } = await import(join(import.meta.dirname, '../../../server/processes/prepare.mjs'))
  boot.ensureBuild()
  return startHeddle()
}

async function measureLong(browser: Browser, address: string, openings: number, scrubs: number): Promise<Row[]> {
  const opened: number[] = []
  const processor: number[] = []
  for (let visit = 0; visit < openings; visit += 1) {
    const tab = await openTab(browser)
    const { interactiveMs } = await openPage(tab, address)
    opened.push(interactiveMs)
    processor.push(await processorMs(tab.cdp))
    await tab.close()
  }
  const again = await measureReopening(address, openings)
  const tab = await openTab(browser)
  await openPage(tab, address)
  const events = await tab.page.getByRole('slider', { name: 'Point in time' }).getAttribute('aria-valuemax')
  const steps = await measureScrubbing(tab, scrubs)
  const withStep = await measureScrubbing(tab, scrubs, loopName)
  const what = `a run of ${count(Number(events))} events`
  await tab.close()
  return [
    {
      bench: 'run page',
      shape: `${what}: navigation to interactive, empty caches`,
      measured: `median ${ms(median(opened))}; processor, all threads, ${ms(median(processor))}`,
      goal: `< ${goals.openMs} ms`,
      met: median(opened) < goals.openMs,
    },
    {
      bench: 'run page',
      shape: 'the same, third visit of a browser on',
      measured: `median ${ms(again.interactiveMs)}; main thread ${ms(again.mainMs)}`,
    },
    scrubbing(`${what}: key to the frame that shows the instant`, steps),
    scrubbing('the same, with the details of a step that ran through all of it', withStep),
  ]
}

const scrubbing = (shape: string, times: readonly number[]): Row => ({
  bench: 'scrubbing',
  shape,
  measured: `p50 ${ms(median(times))}, p95 ${ms(at(times, 0.95))}`,
  goal: `< ${goals.scrubMs} ms`,
  met: at(times, 0.95) < goals.scrubMs,
})

async function measureTall(browser: Browser, address: string): Promise<Row[]> {
  const tab = await openTab(browser)
  await openPage(tab, address)
  const tree = tab.page.getByRole('tree', { name: 'Steps over time' })
  await tree.focus()
  await tab.page.keyboard.press('e')
  await tab.page.waitForFunction(() => document.querySelectorAll('[role="treeitem"][aria-level="3"]').length > 0)
  const rows = Number(await tab.page.getByRole('treeitem').first().getAttribute('aria-setsize'))
  const pool = await tab.page.getByRole('treeitem').count()
  const elements = await tab.page.evaluate(() => document.querySelectorAll('*').length)
  const scroll = await measureFrames(tab, await wheel(tab, { deltaX: 0, deltaY: 90 }))
  const jump = await measureFrames(tab, jumping(tab, rows))
  const zoom = await measureFrames(tab, await wheel(tab, { deltaX: 0, deltaY: -30 }, control))
  const pan = await measureFrames(tab, await wheel(tab, { deltaX: 40, deltaY: 0 }))
  const after = await tab.page.evaluate(() => document.querySelectorAll('*').length)
  await tab.close()
  const row = (shape: string, { p95Ms, mainP95Ms, longestMs, longTasks }: Frames): Row => ({
    bench: 'timeline',
    shape: `${count(rows)} rows: ${shape}`,
    measured: `p95 frame ${ms(p95Ms)}, main thread ${ms(mainP95Ms)}, longest ${ms(longestMs)}, ${longTasks} long tasks`,
    goal: `≤ ${goals.frameMs} ms`,
    met: Math.round(p95Ms) <= goals.frameMs,
  })
  return [
    row('scrolling', scroll),
    row('jumping over the whole height', jump),
    row('zooming', zoom),
    row('scrolling in time', pan),
    {
      bench: 'timeline',
      shape: `${count(rows)} rows: elements in the document`,
      measured: `${count(elements)} before and ${count(after)} after the gestures, ${pool} of them rows`,
    },
  ]
}

const control = 2

/** Turns the wheel over the timeline, there and back again. */
async function wheel({ page, cdp }: Tab, turn: { readonly deltaX: number; readonly deltaY: number }, modifiers = 0) {
  const box = await page.getByRole('treeitem').nth(3).boundingBox()
  if (box === null) throw new Error('The timeline is not on the screen.')
  const place = { x: box.x + box.width * 0.6, y: box.y + box.height / 2 }
  return (step: number) => {
    const way = step < gestureSteps / 2 ? 1 : -1
    const { deltaX, deltaY } = turn
    return cdp.send('Input.dispatchMouseEvent', {
      type: 'mouseWheel',
      ...place,
      deltaX: deltaX * way,
      deltaY: deltaY * way,
      modifiers,
    })
  }
}

/** Goes to another part of the timeline at every step, as one who pulls its scrollbar does. */
function jumping({ page }: Tab, rows: number) {
  return (step: number) =>
    page.evaluate(
      (top) => {
        const scroller = document.querySelector('[role="tree"]')?.parentElement
        if (scroller) scroller.scrollTop = top
      },
      ((step * 7_919) % rows) * 24,
    )
}
