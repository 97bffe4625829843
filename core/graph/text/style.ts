import { isMap, visit, type YAMLMap } from 'yaml'
import { columnOf, entriesOf, isBlock, startOf } from './geometry.ts'

/** How a text is laid out, so that what is inserted looks like its neighbours. */
export interface Style {
  readonly newline: '\n' | '\r\n'
  /** Columns from a key to the keys of the map below it. */
  readonly indent: number
  /** Columns from a key to the dashes of the list below it. */
  readonly dashIndent: number
  /** Columns from a dash to what it lists. */
  readonly dashWidth: number
}

/** The style of a text, from the first place that shows each part of it. */
export function styleOf(text: string, root: YAMLMap): Style {
  let indent: number | undefined
  let dashIndent: number | undefined
  let dashWidth: number | undefined
  visit(root, {
    Collection: (_, node) => {
      if (indent !== undefined && dashIndent !== undefined && dashWidth !== undefined) return visit.BREAK
      if (!isBlock(node)) return visit.SKIP
      for (const { keyed, start, gap, value } of entriesOf(text, node)) {
        if (!isBlock(value)) continue
        const columns = columnOf(text, startOf(value)) - columnOf(text, start)
        if (!keyed) {
          if (!text.slice(gap, startOf(value)).includes('\n')) dashWidth ??= columns
        } else if (isMap(value)) indent ??= columns
        else dashIndent ??= columns
      }
      return undefined
    },
  })
  return {
    newline: text.includes('\r\n') ? '\r\n' : '\n',
    indent: indent ?? 2,
    dashIndent: dashIndent ?? 2,
    dashWidth: dashWidth ?? 2,
  }
}
