/**
 * `1,234`. Whole numbers are formatted by hand: the browser's own formatter takes as long to start as a small page
 * takes to load, and nearly every page begins with a count.
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
