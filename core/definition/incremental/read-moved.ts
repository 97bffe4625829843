import { limits } from '#core/limits.ts'
import { byteLength } from '../../expression/byte-length.ts'
import type { Splice } from '../text/splice.ts'
import type { Block, PlacedBlock, ReadSection } from './block.ts'
import { type Blocks, joined, readSection } from './blocks.ts'
import { readPosition } from './read-position.ts'
import { movedSection, piecesOf, placedBy } from './shift-section.ts'

/**
 * The sections after a change of numbers in `layout` alone, with the same number of entries: automatic layout changes
 * all positions at once. Null where more has changed, or where a position is not written in the usual form.
 */
export function readMoved(text: string, before: Blocks, splices: readonly Splice[]): Blocks | null {
  const at = before.sections.findIndex(({ list }) => list === 'layout')
  const section = before.sections[at]
  if (section === undefined) return null
  const placed: PlacedBlock[] = []
  let { bytes } = before
  let by = 0
  let next = 0
  for (const one of section.placed) {
    const start = one.start + by
    const end = one.start + one.block.text.length
    const first = next
    for (let splice = splices[next]; splice !== undefined && splice.end <= end; splice = splices[next]) {
      if (splice.start < one.start) return null
      by += splice.text.length - (splice.end - splice.start)
      next += 1
    }
    if (next === first) {
      placed.push(placedBy(one, by))
      continue
    }
    const block = readPosition(text.slice(start, end + by))
    if (block === null || !isPlacedAlike(one.block, block)) return null
    bytes += block.text.length - byteLength(one.block.text)
    placed.push({ block, start })
  }
  if (next < splices.length || bytes > limits.definition.textBytes) return null
  // The section has the same names as before, each once.
  const read = readSection({ ...section, end: section.end + by, parts: piecesOf(placed) }, placed) as ReadSection
  const sections = before.sections.map((other, index) => {
    return index < at ? other : index === at ? read : movedSection(other, by)
  })
  return joined(text, bytes, sections, before.known)
}

/** Do both lines have the same name, so that the lines around them keep their meaning? */
function isPlacedAlike(before: Block, { text }: Block): boolean {
  return before.text.startsWith(text.slice(0, text.indexOf('['))) && before.text.endsWith('\n') === text.endsWith('\n')
}
