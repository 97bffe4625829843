import type { Browser } from '@playwright/test'
import { at, median } from '../harness/stats.ts'
import { openTab, type Tab } from './browser.ts'
import type { BenchDraft } from './draft.ts'
import { type EditTimes, measureEdits } from './edits.ts'
import { draggingNode, type Frames, type Gesture, measureFrames, panning, zoomBy, zooming } from './frames.ts'
import { type Keystrokes, measureKeystrokes } from './keystrokes.ts'
import {
  measureFirstKey,
  measureFromList,
  measureOpening,
  measureReopening,
  type Opening,
  openDraft,
} from './opening.ts'

export interface SizeFigures {
  readonly opening: Opening
  readonly firstKeyMs: number
  readonly fromListMs: number
  readonly again: Opening
  /** With everything in view. */
  readonly panFar: Frames
  readonly zoom: Frames
  /** Near enough to read. */
  readonly pan: Frames
  readonly drag: Frames
  readonly elementsFar: number
  readonly elementsNear: number
  readonly heapMb: number
  readonly inspector: Keystrokes
  readonly text: Keystrokes
  readonly edits: EditTimes | null
}

const middle = { x: 620, y: 330 }

export async function measureSize(
  browser: Browser,
  url: string,
  { name, nodes }: BenchDraft,
  rounds: { readonly openings: number; readonly keys: number },
): Promise<SizeFigures> {
  const opening = await measureOpening(browser, url, name, rounds.openings)
  const firstKeyMs = await measureFirstKey(browser, url, name, rounds.openings)
  const fromListMs = await measureFromList(browser, url, name, rounds.openings)
  const again = await measureReopening(`${url}/workflows/${name}`, rounds.openings)
  const tab = await openTab(browser)
  try {
    await openDraft(tab, url, name)
    await showAll(tab)
    const elementsFar = await countElements(tab)
    const panFar = await whileHeld(tab, await panning(tab))
    const zoom = await measureFrames(tab, zooming(tab, middle))
    const block = Math.floor(nodes / 20)
    const step = `Signal_${block}`
    await comeNear(tab, step)
    const elementsNear = await countElements(tab)
    const pan = await whileHeld(tab, await panning(tab))
    const drag = await whileHeld(tab, await draggingNode(tab, await middleOf(tab, step)))
    await tab.page.keyboard.press('ControlOrMeta+z')
    await comeNear(tab, step)
    const heapMb = await heapOf(tab)
    const edits = await measureEdits(tab, block, Math.ceil(rounds.keys / 2)).catch((error: Error) => {
      console.error(`edits: ${error.message}`)
      return null
    })
    await comeNear(tab, step)
    const inspector = await typeInInspector(tab, step, rounds.keys)
    const text = await typeInText(tab, step, rounds.keys)
    return {
      opening,
      firstKeyMs,
      fromListMs,
      again,
      panFar,
      zoom,
      pan,
      drag,
      elementsFar,
      elementsNear,
      heapMb,
      inspector,
      text,
      edits,
    }
  } finally {
    await tab.close()
  }
}

async function whileHeld(tab: Tab, held: { readonly gesture: Gesture; end(): Promise<void> }): Promise<Frames> {
  const frames = await measureFrames(tab, held.gesture)
  await held.end()
  await tab.page.waitForTimeout(300)
  return frames
}

/** Fits all steps into the canvas, however small: the button shows all, or the steps that can be read, in turns. */
async function showAll(tab: Tab): Promise<void> {
  const first = await pressFit(tab)
  const second = await pressFit(tab)
  if (second > first + 0.001) await pressFit(tab)
}

/** Presses the button; the zoom that it leads to. */
async function pressFit(tab: Tab): Promise<number> {
  await tab.page.getByRole('button', { name: 'Fit to view' }).click()
  await tab.page.waitForTimeout(600)
  return zoomOf(tab)
}

function zoomOf({ page }: Tab): Promise<number> {
  return page.evaluate(() => {
    const { transform } = getComputedStyle(document.querySelector('.react-flow__viewport') as Element)
    return new DOMMatrix(transform).a
  })
}

/** Shows all steps and zooms in on one of them. */
async function comeNear(tab: Tab, step: string): Promise<void> {
  const { page, cdp } = tab
  const node = page.locator(`.react-flow__node[data-id="${step}"]`)
  await showAll(tab)
  for (let turn = 0; turn < 60; turn += 1) {
    if ((await zoomOf(tab)) >= 0.98) break
    await zoomBy(cdp, await middleOf(tab, step), -40)
    await page.waitForTimeout(40)
  }
  await node.waitFor()
}

async function middleOf({ page }: Tab, step: string) {
  const box = await page.locator(`.react-flow__node[data-id="${step}"]`).boundingBox()
  if (box === null) throw new Error(`${step} is not on the screen.`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

function countElements({ page }: Tab): Promise<number> {
  return page.evaluate(() => document.querySelectorAll('*').length)
}

async function heapOf({ cdp }: Tab): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  return (await cdp.send('Runtime.getHeapUsage')).usedSize / 1024 / 1024
}

async function typeInInspector(tab: Tab, step: string, keys: number): Promise<Keystrokes> {
  const { x, y } = await middleOf(tab, step)
  await tab.page.mouse.click(x, y)
  const field = tab.page.locator('[data-field="signal"]').getByRole('textbox').first()
  await field.click()
  await tab.page.keyboard.press('End')
  return summary(await measureKeystrokes(tab, step, keys))
}

async function typeInText(tab: Tab, step: string, keys: number): Promise<Keystrokes> {
  await tab.page.getByRole('tab', { name: 'YAML', exact: true }).click()
  const text = tab.page.getByRole('textbox', { name: 'YAML of the workflow' })
  const own = text.locator('.cm-line', { hasText: `signal: ${step.replace('Signal', 'shipped')}` }).first()
  await own.scrollIntoViewIfNeeded()
  await own.click()
  await tab.page.keyboard.press('End')
  return summary(await measureKeystrokes(tab, step, keys))
}

function summary(times: readonly number[]): Keystrokes {
  return { medianMs: median(times), worstMs: at(times, 1) }
}
