import type { Idle } from '../spans/spans.ts'

/** Maximum number of folded idle stretches: more folds would fill the pane. */
const mostFolds = 40
/** Least duration of a folded stretch. */
const leastFoldMs = 250

/**
 * The time axis of a run, on which folded stretches are drawn narrow at any length. Folds do not overlap and are in
 * order.
 */
export interface Axis {
  readonly from: number
  readonly to: number
  readonly folds: readonly Idle[]
}

/**
 * Folds the longest idle stretches until at least half of the time drawn to scale is work. Stretches that the reader
 * opened, given by their beginnings, stay open.
 */
export function foldedAxis(from: number, to: number, idles: readonly Idle[], opened: ReadonlySet<number>): Axis {
  const end = Math.max(to, from + 1)
  let idle = idles.reduce((sum, { from, to }) => sum + to - from, 0)
  const work = end - from - idle
  const folds: Idle[] = []
  for (const stretch of idles.toSorted((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from)) {
    const length = stretch.to - stretch.from
    if (idle <= work || length < leastFoldMs || folds.length === mostFolds) break
    idle -= length
    if (!opened.has(stretch.from)) folds.push(stretch)
  }
  return { from, to: end, folds: folds.toSorted((a, b) => a.from - b.from) }
}

/** The part of the axis that fills the pane. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** The mapping from an instant to pixels from the left end of the axis, and back. */
export interface Scale {
  readonly axis: Axis
  /** The width of the whole axis. */
  readonly width: number
  readonly pixelsPerMs: number
  x(at: number): number
  at(x: number): number
}

/** Maximum width of a fold, and maximum share of a pane that folds take. */
const foldWidth = 44
const foldsShare = 0.4
/** Maximum zoom: the width of a millisecond in pixels. */
const mostPixelsPerMs = 200

export function scaleOf(axis: Axis, pixelsPerMs: number, foldPixels: number): Scale {
  // Pieces of the axis: the beginning of each in time and in pixels, and its number of pixels per millisecond.
  const pieces: { at: number; x: number; perMs: number }[] = []
  let x = 0
  let at = axis.from
  for (const fold of axis.folds) {
    pieces.push({ at, x, perMs: pixelsPerMs })
    x += (fold.from - at) * pixelsPerMs
    pieces.push({ at: fold.from, x, perMs: foldPixels / (fold.to - fold.from) })
    x += foldPixels
    at = fold.to
  }
  pieces.push({ at, x, perMs: pixelsPerMs })
  const width = x + (axis.to - at) * pixelsPerMs
  const within = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high)
  return {
    axis,
    width,
    pixelsPerMs,
    x: (instant) => {
      const wanted = within(instant, axis.from, axis.to)
      const piece = lastOf(pieces, (each) => each.at <= wanted)
      return piece.x + (wanted - piece.at) * piece.perMs
    },
    at: (pixel) => {
      const wanted = within(pixel, 0, width)
      const piece = lastOf(pieces, (each) => each.x <= wanted)
      return piece.at + (wanted - piece.x) / piece.perMs
    },
  }
}

function lastOf<Piece>(pieces: readonly Piece[], holds: (piece: Piece) => boolean): Piece {
  let low = 0
  let high = pieces.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (holds(pieces[middle] as Piece)) low = middle
    else high = middle - 1
  }
  return pieces[low] as Piece
}

const foldPixelsIn = ({ folds }: Axis, width: number) =>
  folds.length === 0 ? 0 : Math.min(foldWidth, (width * foldsShare) / folds.length)

/** The scale at which the whole axis fills the pane. */
export function fittedScale(axis: Axis, width: number): Scale {
  const foldPixels = foldPixelsIn(axis, width)
  const folded = axis.folds.reduce((sum, { from, to }) => sum + to - from, 0)
  const left = Math.max(width - axis.folds.length * foldPixels, 1)
  return scaleOf(axis, left / Math.max(axis.to - axis.from - folded, 1e-3), foldPixels)
}

/** The viewport of the pane: a scale and a scroll offset. */
export interface View {
  readonly scale: Scale
  readonly left: number
  readonly width: number
}

/** The view in which a range fills the pane; null stands for the whole axis. */
export function viewOf(axis: Axis, width: number, range: Range | null): View {
  const fitted = fittedScale(axis, width)
  if (range === null) return { scale: fitted, left: 0, width }
  const foldPixels = foldPixelsIn(axis, width)
  const [from, to] = [Math.max(range.from, axis.from), Math.min(range.to, axis.to)]
  let folds = 0
  let folded = 0
  for (const fold of axis.folds) {
    const inside = Math.min(fold.to, to) - Math.max(fold.from, from)
    if (inside <= 0) continue
    folds += inside / (fold.to - fold.from)
    folded += inside
  }
  const perMs = (width - folds * foldPixels) / Math.max(to - from - folded, 1e-3)
  const scale = scaleOf(axis, Math.min(Math.max(perMs, fitted.pixelsPerMs), mostPixelsPerMs), foldPixels)
  return { scale, left: Math.max(0, Math.min(scale.x(from), scale.width - width)), width }
}

/** The range after zooming by a factor around a fixed pixel of the pane; null when the whole axis is in view. */
export function zoomed({ scale, left, width }: View, factor: number, anchor: number): Range | null {
  const fitted = fittedScale(scale.axis, width)
  const perMs = Math.min(scale.pixelsPerMs * factor, mostPixelsPerMs)
  if (perMs <= fitted.pixelsPerMs * 1.000_001) return null
  const next = scaleOf(scale.axis, perMs, foldPixelsIn(scale.axis, width))
  const wanted = next.x(scale.at(left + anchor)) - anchor
  const start = Math.max(0, Math.min(wanted, next.width - width))
  return { from: next.at(start), to: next.at(start + width) }
}

/** The range after scrolling by a number of pixels. */
export function panned({ scale, left, width }: View, pixels: number): Range | null {
  if (scale.width <= width + 0.01) return null
  const start = Math.max(0, Math.min(left + pixels, scale.width - width))
  return { from: scale.at(start), to: scale.at(start + width) }
}
