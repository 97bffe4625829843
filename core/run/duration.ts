const units: readonly (readonly [ms: number, unit: string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
]

/** A length of time as people say it: the largest unit of which there are two, or one of the hours, minutes or seconds. */
export function duration(ms: number): string {
  for (const [size, unit] of units) {
    const count = Math.floor(ms / size)
    if (count >= (unit === 'd' ? 2 : 1)) return `${count} ${unit}`
  }
  return 'less than 1 s'
}

/** `in 21 h` or `3 h ago`. */
export function fromNow(at: number, now: number): string {
  return at >= now ? `in ${duration(at - now)}` : `${duration(now - at)} ago`
}

/** `a, b and c`; beyond three the rest is counted. */
export function listed(names: readonly string[], and: 'and' | 'or' = 'and'): string {
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names
  const last = shown.at(-1) ?? ''
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} ${and} ${last}`
}
