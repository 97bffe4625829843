import type { CDPSession } from '@playwright/test'
import { at } from '../harness/stats.ts'
import type { Tab } from './browser.ts'
import type { Watch, WatchedWindow } from './in-page.ts'
import { frameCosts, type TraceEvent } from './trace.ts'

export interface Frames {
  /** Between two frames as the page saw them: our work, the browser's painting and the load of the machine. */
  readonly p95Ms: number
  readonly longestMs: number
  /** Processor time of the page's main thread per frame: hardly changes with the load. */
  readonly mainP95Ms: number
  readonly longTasks: number
}

interface Point {
  readonly x: number
  readonly y: number
}

/** One gesture: called once per step, at the pace of a screen. */
export type Gesture = (step: number) => Promise<unknown>

const paceMs = 16
export const gestureSteps = 120

export async function measureFrames({ page, cdp }: Tab, gesture: Gesture): Promise<Frames> {
  const stopTrace = await startTrace(cdp)
  const startedAt = await page.evaluate(() => {
    const watch = (globalThis as WatchedWindow).heddleWatch
    watch.countFrames()
    return performance.now()
  })
  for (let step = 0; step < gestureSteps; step += 1) {
    const pause = new Promise((resolve) => setTimeout(resolve, paceMs))
    await gesture(step)
    await pause
  }
  const watch: Pick<Watch, 'frames' | 'longTasks'> = await page.evaluate(() => {
    const { frames, longTasks } = (globalThis as WatchedWindow).heddleWatch
    return { frames, longTasks }
  })
  const costs = frameCosts(await stopTrace())
  const gaps = watch.frames.slice(1).map((time, index) => time - (watch.frames[index] ?? time))
  return {
    p95Ms: at(gaps, 0.95),
    longestMs: Math.max(...gaps),
    mainP95Ms: at(costs, 0.95),
    longTasks: watch.longTasks.filter(({ start }) => start >= startedAt).length,
  }
}

async function startTrace(cdp: CDPSession): Promise<() => Promise<readonly TraceEvent[]>> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: object[] }) => {
    for (const event of value) events.push(event as TraceEvent)
  }
  cdp.on('Tracing.dataCollected', collect)
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      recordMode: 'recordUntilFull',
      includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata'],
      excludedCategories: ['*'],
    },
  })
  return async () => {
    const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
    await cdp.send('Tracing.end')
    await complete
    cdp.off('Tracing.dataCollected', collect)
    return events
  }
}

/** Pulls the empty canvas along a figure that comes back to where it began. */
export async function panning({ page, cdp }: Tab): Promise<{ gesture: Gesture; end(): Promise<void> }> {
  const from = await page.evaluate(() => {
    const pane = document.querySelector('.react-flow__pane')?.getBoundingClientRect()
    if (pane === undefined) throw new Error('There is no canvas.')
    for (let y = pane.top + 20; y < pane.bottom - 20; y += 7) {
      for (let x = pane.left + pane.width / 3; x < pane.right - 60; x += 7) {
        if (document.elementFromPoint(x, y)?.classList.contains('react-flow__pane')) return { x, y }
      }
    }
    throw new Error('The canvas has no empty place to pull at.')
  })
  return dragging(cdp, from, { x: 260, y: 160 })
}

/** Drags a node around. */
export async function draggingNode({ cdp }: Tab, node: Point) {
  return dragging(cdp, node, { x: 120, y: 90 })
}

async function dragging(cdp: CDPSession, from: Point, reach: Point) {
  const mouse = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', { x, y }: Point) =>
    cdp.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons: 1, clickCount: 1 })
  await cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...from })
  await mouse('mousePressed', from)
  return {
    gesture: (step: number) => {
      const angle = ((step + 1) / gestureSteps) * 2 * Math.PI
      return mouse('mouseMoved', {
        x: from.x + Math.sin(angle) * reach.x,
        y: from.y + Math.sin(2 * angle) * reach.y,
      })
    },
    end: async () => {
      await mouse('mouseReleased', from)
    },
  }
}

/** Zooms in and out again around a place. */
export function zooming({ cdp }: Tab, { x, y }: Point): Gesture {
  return (step) => zoomBy(cdp, { x, y }, step < gestureSteps / 2 ? -12 : 12)
}

export function zoomBy(cdp: CDPSession, { x, y }: Point, deltaY: number): Promise<unknown> {
  const control = 2
  return cdp.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x, y, deltaX: 0, deltaY, modifiers: control })
}
