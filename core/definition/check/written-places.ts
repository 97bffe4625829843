/**
 * Offset of each character of a text in its YAML source, and of its end: through quotes, escapes and folded lines. Null
 * where source and text do not correspond, as for a text that comes from another place.
 */
export function writtenPlaces(written: string, source: string): readonly number[] | null {
  const reader = readerOf(written)
  const places: number[] = []
  let at = reader.start
  for (let next = 0; next < source.length; ) {
    const taken = reader.take(at, source, next)
    if (taken === null) return null
    for (let count = 0; count < taken.meant; count += 1) places.push(taken.location)
    at = taken.end
    next += taken.meant
  }
  return [...places, at]
}

/** So many characters of the text, the place of the first, and where the next may be. */
interface Taken {
  readonly meant: number
  readonly location: number
  readonly end: number
}

interface Reader {
  readonly start: number
  take(at: number, source: string, next: number): Taken | null
}

function readerOf(written: string): Reader {
  const [first] = written
  if (first === '|' || first === '>') return blockReader(written, first === '>')
  const escaped = first === '"' ? doubled : first === "'" ? single : plain
  return {
    start: escaped === plain ? 0 : 1,
    take(at, source, next) {
      const found = escaped(written, at)
      if (found.text === '' && found.length > 0) return this.take(at + found.length, source, next)
      if (found.length > 0) return same(found.text, { at, length: found.length }, source, next)
      const fold = headOf(/^[ \t]*(?:\r?\n[ \t]*)+/, written.slice(at))
      if (fold !== '') return folded(breaksIn(fold), { at, length: fold.length }, source, next)
      return same(written[at] ?? '', { at, length: 1 }, source, next)
    },
  }
}

interface Stretch {
  readonly at: number
  readonly length: number
}

function same(text: string, { at, length }: Stretch, source: string, next: number): Taken | null {
  return text !== '' && source.startsWith(text, next) ? { meant: text.length, location: at, end: at + length } : null
}

/** One line break is a space, more of them are one less. */
function folded(breaks: number, { at, length }: Stretch, source: string, next: number): Taken | null {
  return same(breaks === 1 ? ' ' : '\n'.repeat(breaks - 1), { at, length }, source, next)
}

function headOf(pattern: RegExp, text: string): string {
  return pattern.exec(text)?.[0] ?? ''
}

const breaksIn = (text: string) => text.split('\n').length - 1

/** A block has a line for its mark, and its lines begin where the first one begins. */
function blockReader(written: string, isFolded: boolean): Reader {
  const start = written.indexOf('\n') + 1
  const indent = headOf(/^ */, written.slice(start).replace(/^(?: *\r?\n)*/, ''))
  const line = new RegExp(`^(?:\\r?\\n {0,${indent.length}})+`)
  const blank = headOf(new RegExp(`^(?: {0,${indent.length}}\\r?\\n)*`), written.slice(start))
  return {
    start: blank === '' ? start + indent.length : start,
    take(at, source, next) {
      if (at === start && blank !== '') {
        const lead = { at, length: blank.length + indent.length }
        return same('\n'.repeat(breaksIn(blank)), lead, source, next)
      }
      const breaks = headOf(line, written.slice(at))
      if (breaks === '') return same(written[at] ?? '', { at, length: 1 }, source, next)
      const stretch = { at, length: breaks.length }
      const count = breaksIn(breaks)
      // Around lines that are further in, folded ones keep their breaks.
      const reusable = same('\n'.repeat(count), stretch, source, next)
      return reusable === null && isFolded ? folded(count, stretch, source, next) : reusable
    },
  }
}

interface Escape {
  readonly text: string
  readonly length: number
}
const none: Escape = { text: '', length: 0 }

const plain = (): Escape => none

function single(written: string, at: number): Escape {
  return written.startsWith("''", at) ? { text: "'", length: 2 } : none
}

const escapes = /^\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|\r?\n[ \t]*|.)/
const named: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
}

function doubled(written: string, at: number): Escape {
  const found = headOf(escapes, written.slice(at, at + 200))
  if (found === '') return none
  const mark = found[1] as string
  if (found.includes('\n')) return { text: '', length: found.length }
  const text = found.length > 2 ? characterOf(Number.parseInt(found.slice(2), 16)) : (named[mark] ?? mark)
  return { text, length: found.length }
}

/** No text has a character beyond the last one there is. */
function characterOf(code: number): string {
  return String.fromCodePoint(Math.min(code, 0x10ffff))
}
