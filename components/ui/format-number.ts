/**
 * `1,234`. Whole numbers are written by hand: the browser's own formatter takes as long to come up as a small page, and
 * nearly every page begins with a count.
 */
export function formatNumber(value: number): string {
  if (!Number.isSafeInteger(value)) return value.toLocaleString('en-GB')
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** `950`, `1.2K`. */
export function formatCompact(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1_000
    ? String(value)
    : value.toLocaleString('en-GB', { notation: 'compact' })
}
