import type { Row } from '../spans/rows.ts'
import type { Bar, Visit } from '../spans/spans.ts'
import type { View } from './axis.ts'

/** A bar as it is drawn, in pixels from the left edge of the pane. */
export interface DrawnBar {
  readonly x: number
  readonly width: number
  readonly bar: Bar
  readonly isCritical: boolean
  /** Number of further bars that are too close to be drawn apart. */
  readonly more: number
}

const leastWidth = 3
/** Bars whose beginnings are closer than this, in pixels, are drawn as one. */
const apart = 4

/** The bars of a row that are in view; their number is bounded by the width of the pane. */
export function drawnBars(row: Row, view: View, now: number, critical: ReadonlySet<Visit>): readonly DrawnBar[] {
  const from = view.scale.at(view.left)
  const to = view.scale.at(view.left + view.width)
  const drawn: DrawnBar[] = []
  for (let index = firstInView(row.visits, from, now); index < row.visits.length; index += 1) {
    const visit = row.visits[index] as Visit
    if (visit.from > to) break
    const isCritical = critical.has(visit)
    for (const bar of row.only === null ? visit.bars : [row.only]) {
      const end = bar.to ?? Math.max(now, bar.from)
      if (end < from || bar.from > to) continue
      const x = view.scale.x(bar.from) - view.left
      const width = Math.max(view.scale.x(end) - view.left - x, leastWidth)
      const last = drawn.at(-1)
      if (last !== undefined && width <= leastWidth && x - last.x < apart && last.width <= apart) {
        drawn[drawn.length - 1] = merged(last, { x, width, bar, isCritical, more: 0 })
      } else drawn.push({ x, width, bar, isCritical, more: 0 })
    }
  }
  return drawn
}

/** The most severe bar represents all bars at one place. */
function merged(a: DrawnBar, b: DrawnBar): DrawnBar {
  const gravest = b.bar.tone === 'failed' && a.bar.tone !== 'failed' ? b : a
  return { ...gravest, x: a.x, isCritical: a.isCritical || b.isCritical, more: a.more + 1 }
}

/** Visits of one line do not overlap, so the search can be binary. */
function firstInView(visits: readonly Visit[], from: number, now: number): number {
  let low = 0
  let high = visits.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (((visits[middle] as Visit).to ?? now) < from) low = middle + 1
    else high = middle
  }
  return low
}
