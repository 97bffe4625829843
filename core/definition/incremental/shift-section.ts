import type { PlacedBlock, ReadSection } from './block.ts'
import type { Piece } from './split-blocks.ts'

/** An unchanged section at a shifted offset. */
export function movedSection(section: ReadSection, by: number): ReadSection {
  if (by === 0) return section
  const { start, key, end } = section
  const placed = section.placed.map((one) => placedBy(one, by))
  const parts = section.list === undefined ? [] : piecesOf(placed)
  return { ...section, start: start + by, key: key + by, end: end + by, placed, parts }
}

export function placedBy(placed: PlacedBlock, by: number): PlacedBlock {
  return by === 0 ? placed : { block: placed.block, start: placed.start + by }
}

export function piecesOf(placed: readonly PlacedBlock[]): readonly Piece[] {
  return placed.map(({ block, start }) => ({ start, end: start + block.text.length }))
}
