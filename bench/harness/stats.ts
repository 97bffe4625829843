/** Milliseconds of the clock that all processes of a machine share and that never goes back. */
export function nowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

/** The value below which this share of the values lies. */
export function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

export function count(value: number): string {
  return Math.round(value).toLocaleString('en')
}

export function ms(value: number): string {
  return `${value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : Math.round(value)} ms`
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`
}
