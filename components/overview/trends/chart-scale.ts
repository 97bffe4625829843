/** The position of values in a chart that is 100 high; 0 is its floor. */
export interface Scale {
  height(value: number): number
  readonly ticks: readonly number[]
}

/** A scale from zero to a round number above the maximum. */
export function countScale(most: number): Scale {
  const top = roundAbove(most)
  return { height: (value) => (value / top) * 100, ticks: top > 1 ? [top / 2, top].filter(Number.isInteger) : [top] }
}

function roundAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)))
  return [1, 2, 4, 6, 8, 10].map((factor) => factor * power).find((each) => each >= value) ?? 10 * power
}

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]
const steps = [
  1,
  10,
  100,
  second,
  10 * second,
  minute,
  10 * minute,
  hour,
  6 * hour,
  day,
  10 * day,
  100 * day,
  1_000 * day,
]
const mostTicks = 4

/** A logarithmic scale for durations in milliseconds. Values below a millisecond lie on the floor. */
export function durationScale(values: readonly number[]): Scale {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const floor = steps.findLast((step) => step <= low) ?? 1
  const top = steps.find((step) => step >= high && step > floor) ?? Math.max(high, 10 * floor)
  const span = Math.log(top / floor)
  const within = steps.filter((step) => step > floor && step <= top)
  const every = Math.ceil(within.length / mostTicks)
  return {
    height: (value) => Math.max(0, (Math.log(Math.max(value, floor) / floor) / span) * 100),
    ticks: within.filter((_, index) => (within.length - 1 - index) % every === 0),
  }
}

/**
 * A line through the middles of columns, as paths of an SVG that is 100 high and one wide per column. The line is
 * broken where there is no value; isolated values are dots.
 */
export function linePaths(
  values: readonly (number | null)[],
  { height }: Scale,
): { readonly line: string; readonly dots: string } {
  let [line, dots] = ['', '']
  for (const [index, value] of values.entries()) {
    if (value === null) continue
    const at = `${index + 0.5} ${round(100 - height(value))}`
    const before = values[index - 1] ?? null
    const after = values[index + 1] ?? null
    if (before !== null) line += `L${at}`
    else if (after !== null) line += `M${at}`
    else dots += `M${at}h0`
  }
  return { line, dots }
}

const round = (value: number) => Math.round(value * 100) / 100
