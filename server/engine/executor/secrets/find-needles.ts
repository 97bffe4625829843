import type { PlacedCodes } from './placed-codes.ts'
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

const scratchCodes = new Uint16Array(16 * 1024)
const scratchPlaces = new Uint32Array(16 * 1024)

/**
 * A search for many needles at once in time that does not depend on how many there are: four characters of each needle
 * are hashed, and only where the same four occur is a needle compared. `from` and `to` are places in the codes.
 */
export function needleFinder<Found extends Needle>(needles: readonly Found[]) {
  const reducedOf = reducedCodes()
  const marked = new Uint8Array(1 << BITS)
  const byHash = new Map<
    number,
    { readonly needle: Found; readonly codes: readonly number[]; readonly behind: number }[]
  >()
  for (const needle of needles) {
    const codes = [...needle.text].flatMap((character) =>
      Array.from({ length: character.length }, (_, unit) => character.charCodeAt(unit)),
    )
    // From the middle: values that have a known beginning, such as sk_live_, differ there.
    const gramEnd = Math.max(GRAM, (codes.length + GRAM) >> 1)
    let hash = 0
    for (const code of codes.slice(gramEnd - GRAM, gramEnd)) hash = ((hash << 8) ^ code) | 0
    marked[slot(hash)] = 1
    byHash.set(hash, [...(byHash.get(hash) ?? []), { needle, codes, behind: codes.length - gramEnd }])
  }

  return ({ codes, length }: Pick<PlacedCodes, 'codes' | 'length'>, onFound: OnFound<Found>): void => {
    const isShort = length <= scratchCodes.length
    const reduced = isShort ? scratchCodes : new Uint16Array(length)
    const places = isShort ? scratchPlaces : new Uint32Array(length)
    let count = 0
    for (let at = 0; at < length; at += 1) {
      const code = reducedOf[codes[at] ?? 0] ?? 0
      if (code === 0) continue
      reduced[count] = code
      places[count] = at
      count += 1
    }
    let hash = 0
    for (let at = 0; at < count; at += 1) {
      hash = ((hash << 8) ^ (reduced[at] ?? 0)) | 0
      if (marked[slot(hash)] === 0) continue
      for (const { needle, codes: sought, behind } of byHash.get(hash) ?? []) {
        const end = at + 1 + behind
        const start = end - sought.length
        if (start < 0 || end > count || !sought.every((code, index) => reduced[start + index] === code)) continue
        onFound(needle, places[start] ?? 0, (places[end - 1] ?? 0) + 1)
      }
    }
  }
}
