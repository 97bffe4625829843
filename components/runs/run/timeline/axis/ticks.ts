import { runTimelineTexts } from '../../../texts/run-timeline.ts'
import type { View } from './axis.ts'

export interface Tick {
  /** Pixels from the left edge of the pane. */
  readonly x: number
  readonly label: string
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
/** Tick distances in the units that people count in. */
const steps = [
  1,
  2,
  5,
  10,
  20,
  50,
  100,
  200,
  500,
  second,
  2 * second,
  5 * second,
  10 * second,
  15 * second,
  30 * second,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  3 * hour,
  6 * hour,
  12 * hour,
  day,
  2 * day,
  7 * day,
  14 * day,
  30 * day,
  90 * day,
  365 * day,
] as const

/** Least distance between two ticks in pixels: a label with some space. */
const apart = 84
/** A tick closer than this to a fold, or to the right end, has no room for its label. */
const margin = 40

/** The ticks in view, counted from the beginning of the run; there are none within folds. */
export function ticks({ scale, left, width }: View): readonly Tick[] {
  const { axis } = scale
  const step = steps.find((each) => each * scale.pixelsPerMs >= apart) ?? 365 * day
  const found: Tick[] = []
  let from = axis.from
  let last = -Infinity
  for (const end of [...axis.folds, { from: axis.to, to: axis.to }]) {
    const visibleFrom = Math.max(from, scale.at(left))
    const visibleTo = Math.min(end.from, scale.at(left + width))
    const first = Math.ceil((visibleFrom - axis.from) / step)
    for (let n = first; axis.from + n * step <= visibleTo; n += 1) {
      const x = scale.x(axis.from + n * step) - left
      if (x - last < apart * 0.7 || x > Math.min(width, scale.x(end.from) - left) - margin) continue
      found.push({ x, label: offsetLabel(n * step, step) })
      last = x
    }
    from = end.to
  }
  return found
}

/** `+2.5 s`, `+4:10`, `+2:00:00`, `+3 d 2:00`: as precise as the distance between two ticks requires. */
export function offsetLabel(ms: number, step: number): string {
  if (ms === 0) return '0'
  if (ms < second && step < second) return runTimelineTexts.ms(ms)
  const decimals = step % second === 0 ? 0 : step % 100 === 0 ? 1 : step % 10 === 0 ? 2 : 3
  const seconds = ((ms % minute) / second).toFixed(decimals)
  if (ms < minute) return `+${seconds} s`
  const twoDigits = (n: number) => String(Math.floor(n)).padStart(2, '0')
  const rest = `${twoDigits((ms % hour) / minute)}:${seconds.padStart(decimals === 0 ? 2 : decimals + 3, '0')}`
  if (ms < hour) return `+${rest.replace(/^0/, '')}`
  const clock = step % minute === 0 ? twoDigits((ms % hour) / minute) : rest
  if (ms < day) return step % hour === 0 ? `+${ms / hour} h` : `+${Math.floor(ms / hour)}:${rest}`
  const days = `+${Math.floor(ms / day)} d`
  return ms % day === 0 && step % day === 0 ? days : `${days} ${twoDigits((ms % day) / hour)}:${clock}`
}
