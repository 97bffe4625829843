import type { Browser } from '@playwright/test'
import { median } from '../harness/stats.ts'
import { mainThreadMs, openProfile, openTab, type Tab } from './browser.ts'
import type { WatchedWindow } from './in-page.ts'

export interface Opening {
  /** The time until nodes are shown and no long task begins for half a second. */
  readonly interactiveMs: number
  /** The time until the first node is shown. */
  readonly shownMs: number
  /** The time that the page's main thread worked until then. */
  readonly mainMs: number
}

/** The time without a long task after which the page counts as responsive. */
const quietMs = 500
/** The polling interval for the first node. */
const pollMs = 10
/** The time a user looks at a list before they open an entry: by then the list's page is idle. */
const lookedAtMs = 5_000

/** Opens the draft in a tab. */
export function openDraft(tab: Tab, url: string, name: string): Promise<Opening> {
  return openPage(tab, `${url}/workflows/${name}`)
}

/** Opens a page with a graph; returns the times until its nodes were shown and the page was responsive. */
export async function openPage(tab: Tab, address: string): Promise<Opening> {
  await tab.page.goto(address, { waitUntil: 'commit' })
  const times = await tab.page.evaluate(async (quiet) => {
    const watch = (globalThis as WatchedWindow).heddleWatch
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      const { firstNodeAt, longTasks } = watch
      if (firstNodeAt === null) {
        if (performance.now() > 120_000) throw new Error('No node was shown within two minutes.')
        continue
      }
      let end = firstNodeAt
      for (const { start, ms } of longTasks) if (start < end + quiet) end = Math.max(end, start + ms)
      if (performance.now() > end + quiet + 200) return { interactiveMs: end, shownMs: firstNodeAt }
    }
  }, quietMs)
  return { ...times, mainMs: await mainThreadMs(tab.cdp) }
}

/** The median of some visits, each with empty caches. */
export async function measureOpening(browser: Browser, url: string, name: string, rounds: number): Promise<Opening> {
  const openings: Opening[] = []
  for (let round = 0; round < rounds; round += 1) {
    const tab = await openTab(browser)
    openings.push(await openDraft(tab, url, name))
    await tab.close()
  }
  return medianOf(openings)
}

/**
 * Milliseconds from the navigation, with empty caches, until the canvas has answered a key pressed as soon as the first
 * node is shown.
 */
export async function measureFirstKey(browser: Browser, url: string, name: string, rounds: number): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const tab = await openTab(browser)
    await tab.page.goto(`${url}/workflows/${name}`, { waitUntil: 'commit' })
    times.push(await firstAnswer(tab))
    await tab.close()
  }
  return median(times)
}

/** Milliseconds from a click on the workflow in the list of an open Heddle until the canvas has answered such a key. */
export async function measureFromList(browser: Browser, url: string, name: string, rounds: number): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const tab = await openTab(browser)
    await tab.page.goto(`${url}/workflows`)
    const link = tab.page.getByRole('link', { name, exact: true })
    await link.waitFor()
    await tab.page.waitForTimeout(lookedAtMs)
    const clicked = tab.page.evaluate(
      () =>
        new Promise<number>((resolve) =>
          addEventListener('click', () => resolve(performance.now()), { capture: true, once: true }),
        ),
    )
    await link.click()
    times.push((await firstAnswer(tab)) - (await clicked))
    await tab.close()
  }
  return median(times)
}

/** The time when the canvas answered a key pressed as soon as a node is shown, by the clock of the page. */
async function firstAnswer({ page }: Tab): Promise<number> {
  const answered = page.evaluate(watchFirstAnswer)
  await page.waitForFunction(() => (globalThis as WatchedWindow).heddleWatch.firstNodeAt !== null, null, {
    polling: pollMs,
  })
  await page.keyboard.press('+')
  return answered
}

/** Runs in the page: resolves after the frame that shows the effect of the zoom key. */
function watchFirstAnswer(): Promise<number> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The canvas did not answer the key within two minutes.')), 120_000)
    const transform = () => document.querySelector<HTMLElement>('.react-flow__viewport')?.style.transform
    addEventListener(
      'keydown',
      () => {
        const before = transform()
        const observer = new MutationObserver(() => {
          if (transform() === before) return
          observer.disconnect()
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
        })
        observer.observe(document, { subtree: true, attributeFilter: ['style'] })
      },
      { capture: true, once: true },
    )
  })
}

/**
 * The visits before the measurement: a browser caches compiled scripts from the second visit on, and uses the cache
 * from the third.
 */
const visitsBefore = 2

/** The median of some visits by a browser that has opened the page before. */
export async function measureReopening(address: string, rounds: number): Promise<Opening> {
  const profile = await openProfile()
  try {
    const openings: Opening[] = []
    for (let visit = 0; visit < visitsBefore + rounds; visit += 1) {
      const tab = await profile.openTab()
      openings.push(await openPage(tab, address))
      await tab.close()
    }
    return medianOf(openings.slice(visitsBefore))
  } finally {
    await profile.close()
  }
}

function medianOf(openings: readonly Opening[]): Opening {
  return {
    interactiveMs: median(openings.map((one) => one.interactiveMs)),
    shownMs: median(openings.map((one) => one.shownMs)),
    mainMs: median(openings.map((one) => one.mainMs)),
  }
}
