import { at, median } from '../harness/stats.ts'
import type { Tab } from './browser.ts'
import type { PrioritizedWindow } from './in-page.ts'
import type { Keystrokes } from './keystrokes.ts'

/** The time from the key or the pointer's release to the frame that shows the result. */
export interface EditTimes {
  readonly add: Keystrokes
  readonly remove: Keystrokes
  readonly connect: Keystrokes
  readonly undo: Keystrokes
}

/** The pause after which the follow-up work of an edit is over. */
const pauseMs = 900
const centre = { x: 620, y: 300 } as const

/** Adds, removes and connects steps in the block of `n`, which is near, and undoes each edit. */
export async function measureEdits(tab: Tab, n: number, rounds: number): Promise<EditTimes> {
  const { page } = tab
  const step = page.locator(nodeOf(`Signal_${n}`))
  const copy = `.react-flow__node.selected:not([data-id="Signal_${n}"])`
  const edge = `.react-flow__edge[aria-label="Connection from Each_${n} to Wait_${n}"]`
  const times = { add: [] as number[], remove: [] as number[], connect: [] as number[], undo: [] as number[] }
  const press = (key: string) => () => page.keyboard.press(key)
  // A workflow with the maximum number of steps has no room for another step, so one is removed.
  await reveal(tab, [`Signal_${n}`])
  await reveal(tab, [`Repair_${n}`])
  await page.locator(nodeOf(`Repair_${n}`)).click({ position: { x: 60, y: 20 } })
  await page.keyboard.press('Delete')
  await page.waitForTimeout(pauseMs)
  for (let round = 0; round < rounds; round += 1) {
    await reveal(tab, [`Signal_${n}`])
    await step.click({ position: { x: 60, y: 20 } })
    // The new step is recognized by its selection. Counting would not do: only nodes in view are in the document.
    times.add.push(await timeUntil(tab, 'keydown', { there: copy }, press('ControlOrMeta+d')))
    const added = nodeOf((await page.locator(copy).getAttribute('data-id')) ?? '')
    times.remove.push(await timeUntil(tab, 'keydown', { gone: added }, press('Delete')))
    await reveal(tab, [`Each_${n}`, `Wait_${n}`])
    const [from, to] = [await middle(tab, `Each_${n}`, 1), await middle(tab, `Wait_${n}`, 0.5)]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 6 })
    times.connect.push(await timeUntil(tab, 'mouseup', { there: edge }, () => page.mouse.up()))
    times.undo.push(await timeUntil(tab, 'keydown', { gone: edge }, press('ControlOrMeta+z')))
  }
  const { add, remove, connect, undo } = times
  return { add: summary(add), remove: summary(remove), connect: summary(connect), undo: summary(undo) }
}

const nodeOf = (id: string) => `.react-flow__node[data-id="${id}"]`

const summary = (times: readonly number[]): Keystrokes => ({ medianMs: median(times), worstMs: at(times, 1) })

/** Pans until the steps are around the centre of the canvas; their neighbours are then in view as well. */
async function reveal(tab: Tab, steps: readonly string[]): Promise<void> {
  const middles = await Promise.all(steps.map((step) => middle(tab, step, 0.5)))
  const mean = (key: 'x' | 'y') => middles.reduce((sum, point) => sum + point[key], 0) / middles.length
  const [dx, dy] = [mean('x') - centre.x, mean('y') - centre.y]
  if (Math.abs(dx) < 1 && Math.abs(dy) < 1) return
  await tab.page.mouse.move(centre.x, centre.y)
  await tab.page.mouse.wheel(dx, dy)
  await tab.page.waitForTimeout(pauseMs)
}

async function middle({ page }: Tab, step: string, down: number) {
  const box = await page.locator(nodeOf(step)).boundingBox()
  if (box === null) throw new Error(`${step} is not on the screen.`)
  return { x: box.x + box.width / 2, y: box.y + box.height * down }
}

/** The sign that an edit has arrived on the canvas. */
type Sign = { readonly there: string } | { readonly gone: string }

async function timeUntil(
  { page }: Tab,
  event: 'keydown' | 'mouseup',
  sign: Sign,
  perform: () => Promise<unknown>,
): Promise<number> {
  const shown = page.evaluate(watchFor, { event, sign })
  // The page must listen before the event comes.
  await page.evaluate(() => undefined)
  await perform()
  const ms = await shown
  await page.waitForTimeout(pauseMs)
  return ms
}

/** Runs in the page. */
function watchFor({ event, sign }: { event: 'keydown' | 'mouseup'; sign: Sign }): Promise<number> {
  const canvas = document.querySelector('.react-flow')
  if (canvas === null) throw new Error('There is no canvas.')
  // The first task after the painting frame: other tasks that wait for this frame do not delay what the user sees.
  const paintedAt = () =>
    new Promise<number>((paint) => {
      requestAnimationFrame(() =>
        (globalThis as unknown as PrioritizedWindow).scheduler.postTask(() => paint(performance.now()), {
          priority: 'user-blocking',
        }),
      )
    })
  const isShown = () =>
    'there' in sign ? canvas.querySelector(sign.there) !== null : canvas.querySelector(sign.gone) === null
  return new Promise((resolve, reject) => {
    let startedAt = 0
    const start = ({ timeStamp }: Event) => {
      startedAt = timeStamp
    }
    addEventListener(event, start, true)
    const deadline = setTimeout(() => reject(new Error('The canvas did not follow within 20 s.')), 20_000)
    const observer = new MutationObserver(() => {
      if (startedAt === 0 || !isShown()) return
      observer.disconnect()
      clearTimeout(deadline)
      removeEventListener(event, start, true)
      paintedAt().then((at) => resolve(at - startedAt))
    })
    observer.observe(canvas, { subtree: true, childList: true })
  })
}
