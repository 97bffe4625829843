const units: readonly (readonly [ms: number, unit: string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
]

/** A duration in words: the largest unit of which there are two, or one of the hours, minutes or seconds. */
export function duration(ms: number): string {
  for (const [size, unit] of units) {
    const count = Math.floor(ms / size)
    if (count >= (unit === 'd' ? 2 : 1)) return `${count} ${unit}`
  }
  return 'less than 1 s'
}

/** `3 h ago`. */
export function ago(at: number, now: number): string {
  return at >= now ? 'just now' : `${duration(now - at)} ago`
}

/** `in 21 h`, or at once when that has passed. */
export function soon(at: number, now: number): string {
  return at > now ? `in ${duration(at - now)}` : 'now'
}

/** `in 21 h` or `3 h ago`. */
export function fromNow(at: number, now: number): string {
  return at >= now ? soon(at, now) : ago(at, now)
}

/** `a, b and c`; beyond three the rest is counted. */
export function listed(names: readonly string[], and: 'and' | 'or' = 'and'): string {
  return listedWith(names, and).join('')
}

/** A list like `listed`, for names that are more than texts, with the separators between them. */
export function listedWith<Name>(names: readonly Name[], and: 'and' | 'or' = 'and'): readonly (Name | string)[] {
  const shown: readonly (Name | string)[] =
    names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names
  return shown.flatMap((name, place) => {
    if (place === 0) return [name]
    return [place === shown.length - 1 ? ` ${and} ` : ', ', name]
  })
}
