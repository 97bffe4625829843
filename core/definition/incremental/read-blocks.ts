import { byteLength } from '../../expression/byte-length.ts'
import { scanCharacters } from '../text/scan.ts'
import { type Splice, spliceBetween } from '../text/splice.ts'
import type { Block, ReadSection } from './block.ts'
import { type Blocks, joined, readPieces, readSection } from './blocks.ts'
import { readChanged } from './read-changed.ts'
import { readMoved } from './read-moved.ts'
import { splitBlocks } from './split-blocks.ts'

/**
 * Parses a text piece by piece, and only the pieces that are not known from before; `splices` lead from the text before
 * to this one. Null when it is not certain that the pieces together mean what the whole text means: then `readYaml`
 * parses the whole text and reports its problems.
 */
export function readBlocks(text: string, before: Blocks | null, splices?: readonly Splice[]): Blocks | null {
  const again = before === null ? null : readIncrementally(text, before, splices ?? spliceBetween(before.text, text))
  return again ?? readAll(text, before?.known ?? new Map())
}

function readIncrementally(text: string, before: Blocks, splices: readonly Splice[]): Blocks | null {
  return readChanged(text, before, splices) ?? readMoved(text, before, splices)
}

function readAll(text: string, known: Map<string, Block>): Blocks | null {
  if (scanCharacters(text) !== null) return null
  const split = splitBlocks(text)
  if (split === null) return null
  const sections: ReadSection[] = []
  for (const section of split) {
    const placed = readPieces(text, section.list === undefined ? [section] : section.parts, known)
    const read = placed && readSection(section, placed)
    if (read === null || sections.some(({ name }) => name === read.name)) return null
    sections.push(read)
  }
  return joined(text, byteLength(text), sections, known)
}
