import type { TextRange } from '../../text-range.ts'
import type { SourceNode } from '../text/source-node.ts'
import type { Block, PlacedBlock, ReadSection } from './block.ts'
import { shiftNode } from './shift-node.ts'

/** The nodes of the whole text, created lazily. */
export function wholeNode(sections: readonly ReadSection[]): SourceNode {
  const entries = new Map(sections.map((section): [string, SourceNode] => [section.name, sectionNode(section)]))
  const [first, last] = [sections[0] as ReadSection, entries.get(sections.at(-1)?.name as string) as SourceNode]
  return { range: { start: first.key, end: last.range.end }, entries }
}

function sectionNode({ list, key, name, placed }: ReadSection): SourceNode {
  const [first, last] = [placed[0] as PlacedBlock, placed.at(-1) as PlacedBlock]
  if (list === undefined) return shiftNode(entryNode(first), first.start)
  const keyRange = { start: key, end: key + name.length }
  const start = first.start + first.block.node.range.start
  if (list === 'layout') {
    let entries: SourceNode['entries']
    return {
      range: { start, end: last.start + entryNode(last).range.end },
      keyRange,
      get entries() {
        entries ??= new Map(placed.map((one) => [entryName(one), shiftNode(entryNode(one), one.start)]))
        return entries
      },
    }
  }
  let items: SourceNode['items']
  return {
    range: { start, end: last.start + (itemNode(last.block).itemRange as TextRange).end },
    keyRange,
    get items() {
      items ??= placed.map(({ block, start: by }) => shiftNode(itemNode(block), by))
      return items
    },
  }
}

function itemNode({ node }: Block): SourceNode {
  return (node.items as readonly SourceNode[])[0] as SourceNode
}

function entryName({ block }: PlacedBlock): string {
  return block.node.entries?.keys().next().value as string
}

function entryNode({ block }: PlacedBlock): SourceNode {
  return block.node.entries?.values().next().value as SourceNode
}
