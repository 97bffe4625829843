/**
 * The source of a string that is wrapped over several lines, with changed words and its line breaks kept; `before` and
 * `after` are its values. Null when their words do not correspond. The caller checks that the result parses to `after`.
 */
export function rewrap(source: string, before: string, after: string): string | null {
  const old = words(before)
  const fresh = words(after)
  const parts = source.split(/(\s+)/)
  const places = [...parts.keys()].filter((index) => index % 2 === 0 && parts[index] !== '')
  const offset = places.length - old.length
  if (old.length !== fresh.length || offset < 0 || offset > 1) return null
  for (const [index, word] of old.entries()) {
    const place = places[index + offset] as number
    const part = parts[place] as string
    if (part.split(word).length !== 2) return null
    parts[place] = part.replace(word, () => fresh[index] as string)
  }
  return parts.join('')
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}
