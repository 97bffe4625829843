/** A scalar of the YAML, complete or half-typed: its value, and the offset of each character. */
export interface WrittenText {
  readonly text: string
  /** The cursor's offset in the text. */
  readonly cursor: number
  /** The offset in the YAML of a place in the text. */
  toSource(at: number): number
  /** Escapes words for this text. */
  written(words: string): string
}

/** The text that begins here, in quotes or without; null where the cursor is behind its end. */
export function writtenText(region: string, start: number, offset: number, isFlow: boolean): WrittenText | null {
  const quote = region[0]
  if (quote === '"' || quote === "'") return quotedText(region, quote, start, offset)
  const end = region.slice(Math.max(0, offset - start)).search(isFlow ? /\s#|[,[\]{}]|:\s/ : /\s#|$/m)
  const text = end < 0 ? region : region.slice(0, offset - start + end)
  return plainText(text, start, offset)
}

export function plainText(text: string, start: number, offset: number): WrittenText {
  return { text, cursor: offset - start, toSource: (at) => start + at, written: (words) => words }
}

const escapes = /^\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|.)/s

function meantBy(escaped: string): string {
  if (escaped.length > 2) return String.fromCharCode(Number.parseInt(escaped.slice(2), 16))
  return escaped === '\\n' ? '\n' : escaped.slice(1)
}

function quotedText(region: string, quote: '"' | "'", start: number, offset: number): WrittenText | null {
  const places: number[] = []
  let text = ''
  let at = 1
  const take = (character: string, length: number) => {
    places.push(start + at)
    text += character
    at += length
  }
  while (at < region.length) {
    const rest = region.slice(at, at + 10)
    const escaped = quote === '"' ? escapes.exec(rest)?.[0] : rest.startsWith("''") ? "''" : undefined
    if (escaped !== undefined) take(meantBy(escaped), escaped.length)
    else if (rest[0] === quote) break
    else take(rest[0] ?? '', 1)
  }
  if (offset <= start || offset > start + at) return null
  places.push(start + at)
  const cursor = places.findIndex((place) => place >= offset)
  return {
    text,
    cursor,
    toSource: (place) => places[place] ?? start + at,
    written: (words) => (quote === "'" ? words.replaceAll("'", "''") : words.replace(/["\\]/g, '\\$&')),
  }
}
