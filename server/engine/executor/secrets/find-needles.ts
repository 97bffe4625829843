import type { PlacedCodes } from './placed-codes.ts'
import { isEscape } from './read-escape.ts'
import { reducedCodes } from './reduced-codes.ts'

/** A reduced text that is searched for. */
export interface Needle {
  readonly text: string
}

export type OnFound<Found extends Needle> = (needle: Found, from: number, to: number) => void

/** The shortest needle that can be searched for. */
const GRAM = 4
const BITS = 14
const slot = (hash: number) => Math.imul(hash, 0x9e37_79b1) >>> (32 - BITS)

/**
 * A search for many needles at once in time that does not depend on how many there are: four characters of each needle
 * are hashed, and only where the same four occur is a needle compared. `from` and `to` are places in the codes.
 */
export interface NeedleFinder<Found extends Needle> {
  find(codes: Pick<PlacedCodes, 'codes' | 'length'>, onFound: OnFound<Found>): void
  /** False for a text that neither contains a needle as it is, nor an escape. It stores nothing: most texts are short and clean. */
  mayContain(text: string): boolean
}

interface Sought<Found> {
  readonly needle: Found
  readonly codes: readonly number[]
  /** The codes up to the end of the four that are hashed. */
  readonly ahead: number
}

export function needleFinder<Found extends Needle>(needles: readonly Found[]): NeedleFinder<Found> {
  const reducedOf = reducedCodes()
  const marked = new Uint8Array(1 << BITS)
  const byHash = new Map<number, Sought<Found>[]>()
  for (const needle of needles) {
    const codes = Array.from({ length: needle.text.length }, (_, unit) => needle.text.charCodeAt(unit))
    // From the middle: values that have a known beginning, such as sk_live_, differ there.
    const ahead = Math.max(GRAM, (codes.length + GRAM) >> 1)
    let hash = 0
    for (const code of codes.slice(ahead - GRAM, ahead)) hash = ((hash << 8) ^ code) | 0
    marked[slot(hash)] = 1
    byHash.set(hash, [...(byHash.get(hash) ?? []), { needle, codes, ahead }])
  }

  return {
    find({ codes, length }, onFound) {
      let hash = 0
      for (let at = 0; at < length; at += 1) {
        const code = reducedOf[codes[at] as number] as number
        if (code === 0) continue
        hash = ((hash << 8) ^ code) | 0
        if (marked[slot(hash)] === 0) continue
        for (const { needle, codes: sought, ahead } of byHash.get(hash) ?? []) {
          const from = firstOf(codes, at, sought, ahead)
          const to = from < 0 ? -1 : endOf(codes, length, at + 1, sought, ahead)
          if (to >= 0) onFound(needle, from, to)
        }
      }
    },
    mayContain(text) {
      let hash = 0
      for (let at = 0; at < text.length; at += 1) {
        const written = text.charCodeAt(at)
        const code = reducedOf[written] as number
        if (code === 0) {
          if (isEscape(written)) return true
          continue
        }
        hash = ((hash << 8) ^ code) | 0
        if (marked[slot(hash)] !== 0 && byHash.has(hash)) return true
      }
      return false
    },
  }

  /** The place of the first of the sought codes where the one before `ahead` is at the place; -1 where they do not stand there. */
  function firstOf(codes: Uint16Array, place: number, sought: readonly number[], ahead: number): number {
    let at = place
    for (let index = ahead - 1; ; index -= 1) {
      while (at >= 0 && reducedOf[codes[at] as number] === 0) at -= 1
      if (at < 0 || reducedOf[codes[at] as number] !== sought[index]) return -1
      if (index === 0) return at
      at -= 1
    }
  }

  /** The place behind the last of the sought codes, of which those up to `ahead` stand before the place; -1 where they do not. */
  function endOf(codes: Uint16Array, length: number, place: number, sought: readonly number[], ahead: number): number {
    let at = place
    for (let index = ahead; index < sought.length; index += 1) {
      while (at < length && reducedOf[codes[at] as number] === 0) at += 1
      if (at >= length || reducedOf[codes[at] as number] !== sought[index]) return -1
      at += 1
    }
    return at
  }
}
