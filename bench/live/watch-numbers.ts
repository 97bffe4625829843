import type { Page } from '@playwright/test'
import type { Written } from './write-events.ts'

/** Where a page shows how far a run has come. */
export interface NumberLocator {
  /** Each element is about one run. */
  readonly selector: string
  /** Finds the number in the element's text. */
  readonly number: string
  /** Of the one run of the page; otherwise the element's link says which run it is about. */
  readonly runId?: string
}

interface Seen {
  readonly runId: string
  readonly seq: number
  readonly at: number
}

declare global {
  interface Window {
    seenNumbers: Seen[]
  }
}

/** Notes in the page, at every frame, which numbers are drawn. */
export async function watchNumbers(page: Page, place: NumberLocator): Promise<void> {
  await page.evaluate(({ selector, number, runId }) => {
    window.seenNumbers = []
    const shown = new Map<string, number>()
    const pattern = new RegExp(number)
    const look = () => {
      const fresh: [string, number][] = []
      for (const element of document.querySelectorAll(selector)) {
        const href = element.querySelector('a[href^="/runs/"]')?.getAttribute('href') ?? ''
        const id = runId ?? href.replace(/^\/runs\//, '').replace(/\?.*$/, '')
        const found = pattern.exec(element.textContent ?? '')
        if (!found) continue
        const seq = Number(found[1]?.replaceAll(/\D/g, ''))
        if (shown.get(id) === seq) continue
        shown.set(id, seq)
        fresh.push([id, seq])
      }
      // The frame is painted before the next task.
      if (fresh.length > 0) {
        setTimeout(() => {
          for (const [id, seq] of fresh) window.seenNumbers.push({ runId: id, seq, at: Date.now() })
        }, 0)
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, place)
}

export interface Latencies {
  readonly ms: readonly number[]
  /** Events after which nothing newer was ever drawn. */
  readonly lost: number
}

/** From the writing of each event to the frame that shows it, or a later one of its run. */
export async function latenciesOf(page: Page, written: readonly Written[]): Promise<Latencies> {
  const seen = await page.evaluate(() => window.seenNumbers)
  const byRun = Map.groupBy(seen, ({ runId }) => runId)
  const places = new Map<string, number>()
  const ms: number[] = []
  let lost = 0
  for (const { runId, seq, at } of written) {
    const frames = byRun.get(runId) ?? []
    let place = places.get(runId) ?? 0
    while (place < frames.length && (frames[place]?.seq ?? 0) < seq) place += 1
    places.set(runId, place)
    const frame = frames[place]
    if (frame) ms.push(frame.at - at)
    else lost += 1
  }
  return { ms, lost }
}
