import { limits } from '#core/limits.ts'
import { byteLength } from '../../expression/byte-length.ts'
import { scanCharacters } from '../text/scan.ts'
import type { Splice } from '../text/splice.ts'
import type { Block, PlacedBlock, ReadSection } from './block.ts'
import { type Blocks, joined, readPieces, readSection } from './blocks.ts'
import { changedLines } from './changed-lines.ts'
import { movedSection, piecesOf, placedBy } from './shift-section.ts'
import { isUncertain, type Piece } from './split-blocks.ts'
import { type ChangedParts, splitChanged } from './split-changed.ts'

/** The sections after a change of some of their parts; null where more has changed. */
export function readChanged(text: string, before: Blocks, splices: readonly Splice[]): Blocks | null {
  const changes = changedLines(before.text, text, splices)
  const changed = changes && splitChanged(text, before.sections, changes)
  if (!changed) return null
  let { bytes } = before
  for (const { start, end, newStart, newEnd } of changes) {
    const lines = text.slice(newStart, newEnd)
    if (isUncertain(lines) || scanCharacters(lines) !== null) return null
    bytes += byteLength(lines) - byteLength(before.text.slice(start, end))
  }
  if (bytes > limits.definition.textBytes) return null
  const sections: ReadSection[] = []
  let by = 0
  for (const [index, section] of before.sections.entries()) {
    const parts = changed[index] as readonly ChangedParts[]
    const read = parts.length === 0 ? movedSection(section, by) : readParts(text, section, parts, by, before.known)
    // A quoted key may span several lines.
    if (read === null || read.name !== section.name) return null
    by = read.end - section.end
    sections.push(read)
  }
  return joined(text, bytes, sections, before.known)
}

function readParts(
  text: string,
  section: ReadSection,
  changes: readonly ChangedParts[],
  by: number,
  known: Map<string, Block>,
): ReadSection | null {
  const placed: PlacedBlock[] = []
  let shift = by
  let done = 0
  for (const { from, to, pieces } of changes) {
    for (; done < from; done += 1) placed.push(placedBy(section.placed[done] as PlacedBlock, shift))
    const read = readPieces(text, pieces, known)
    if (read === null) return null
    placed.push(...read)
    const last = section.placed[to - 1] as PlacedBlock
    shift = (pieces.at(-1) as Piece).end - (last.start + last.block.text.length)
    done = to
  }
  for (; done < section.placed.length; done += 1) placed.push(placedBy(section.placed[done] as PlacedBlock, shift))
  const { start, key, end, list } = section
  const at = { start: start + by, key: key + by, end: end + shift, parts: list === undefined ? [] : piecesOf(placed) }
  return readSection(list === undefined ? at : { ...at, list }, placed)
}
