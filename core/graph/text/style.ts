import { isMap, visit, type YAMLMap } from 'yaml'
import { type Collection, columnOf, entriesOf, isBlock, startOf } from './geometry.ts'

/** The layout of a text, so that inserted lines look like their neighbours. */
export interface Style {
  readonly newline: '\n' | '\r\n'
  /** Columns from a key to the keys of the map below it. */
  readonly indent: number
  /** Columns from a key to the dashes of the list below it. */
  readonly dashIndent: number
  /** Columns from a dash to its item. */
  readonly dashWidth: number
}

/** The parts of a style that were found so far. */
export type SeenStyle = { -readonly [Part in 'indent' | 'dashIndent' | 'dashWidth']?: number }

/** The style of a text; each part comes from the first place that shows it. */
export function styleOf(text: string, root: YAMLMap): Style {
  const seen: SeenStyle = {}
  seeStyle(text, root, seen)
  return { newline: text.includes('\r\n') ? '\r\n' : '\n', ...usualStyle, ...seen }
}

export const usualStyle = { indent: 2, dashIndent: 2, dashWidth: 2 } as const

/** Searches a collection and its inner ones for missing parts of a style. */
export function seeStyle(text: string, root: Collection, seen: SeenStyle): void {
  visit(root, {
    Collection: (_, node) => {
      if (isWholeStyle(seen)) return visit.BREAK
      if (!isBlock(node)) return visit.SKIP
      seeEntries(text, node, seen)
      return undefined
    },
  })
}

/** Searches the entries of one collection themselves. */
export function seeEntries(text: string, node: Collection, seen: SeenStyle): void {
  for (const { keyed, start, gap, value } of entriesOf(text, node)) {
    if (!isBlock(value)) continue
    const columns = columnOf(text, startOf(value)) - columnOf(text, start)
    if (!keyed) {
      if (!text.slice(gap, startOf(value)).includes('\n')) seen.dashWidth ??= columns
    } else if (isMap(value)) seen.indent ??= columns
    else seen.dashIndent ??= columns
  }
}

export function isWholeStyle({ indent, dashIndent, dashWidth }: SeenStyle): boolean {
  return indent !== undefined && dashIndent !== undefined && dashWidth !== undefined
}
