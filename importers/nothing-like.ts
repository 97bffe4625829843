/** A message about keys without an equivalent; null where there are none. */
export function nothingLike(written: object, known: ReadonlySet<string>): string | null {
  const keys = Object.keys(written).flatMap((key) => (known.has(key) ? [] : [`\`${key}\``]))
  return keys.length === 0 ? null : `${keys.join(', ')}: not supported in Heddle.`
}
