import type { Tab } from './browser.ts'
import type { WatchedWindow } from './in-page.ts'

export interface Arranging {
  /** From the key to the frame that shows the steps at their places. */
  readonly wholeMs: number
  /** In the worker, its messages included. */
  readonly workerMs: number
  /** The longest time without a frame while the worker works. */
  readonly longestWaitingMs: number
  /** The same up to a second after the steps have moved: writing the text, checking and saving it included. */
  readonly longestMs: number
}

/** Has everything arranged by the key for it, and watches the frames meanwhile. */
export async function measureArranging({ page }: Tab): Promise<Arranging> {
  await page.locator('.react-flow__pane').click({ position: { x: 4, y: 4 } })
  const arranged = page.evaluate(watchArranging)
  // The page has to be listening before the key comes.
  await page.evaluate(() => undefined)
  await page.keyboard.press('Shift+T')
  return arranged
}

/** Runs in the page. */
function watchArranging(): Promise<Arranging> {
  const watch = (globalThis as WatchedWindow).heddleWatch
  // The first step may stay where it is.
  const place = () => document.querySelector('.react-flow__node:last-child')?.getAttribute('style')
  const before = place()
  const afterwardsMs = 1_000
  watch.workerMs.length = 0
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('Nothing was arranged within a minute.')), 60_000)
    let startedAt = 0
    let last = 0
    let movedAt = 0
    let longestWaitingMs = 0
    let longestMs = 0
    const frame = () => {
      const now = performance.now()
      const [workerMs] = watch.workerMs
      longestMs = Math.max(longestMs, now - last)
      if (workerMs === undefined) longestWaitingMs = longestMs
      last = now
      if (movedAt === 0 && workerMs !== undefined && place() !== before) movedAt = now
      if (movedAt > 0 && now > movedAt + afterwardsMs) {
        resolve({ wholeMs: movedAt - startedAt, workerMs: workerMs ?? 0, longestWaitingMs, longestMs })
      } else requestAnimationFrame(frame)
    }
    const start = (event: KeyboardEvent) => {
      if (event.key !== 'T') return
      removeEventListener('keydown', start, true)
      startedAt = performance.now()
      last = startedAt
      requestAnimationFrame(frame)
    }
    addEventListener('keydown', start, true)
  })
}
