import type { Row } from './rows.ts'

/** The effect of a key in the tree: the index of a row, or the toggle of the current row; null for other keys. */
export function leadsTo(key: string, rows: readonly Row[], index: number, page: number): number | 'toggle' | null {
  const row = rows[index]
  const within = (to: number) => Math.min(Math.max(to, 0), rows.length - 1)
  switch (key) {
    case 'ArrowDown':
      return within(index + 1)
    case 'ArrowUp':
      return within(index - 1)
    case 'PageDown':
      return within(index + page)
    case 'PageUp':
      return within(index - page)
    case 'Home':
      return 0
    case 'End':
      return within(rows.length)
    case 'ArrowRight':
      if (row?.isExpanded === false) return 'toggle'
      return row?.isExpanded ? within(index + 1) : index
    case 'ArrowLeft':
      return row?.isExpanded ? 'toggle' : around(rows, index)
    default:
      return null
  }
}

/** The parent row of a row. */
function around(rows: readonly Row[], index: number): number {
  const depth = rows[index]?.depth ?? 0
  for (let above = index - 1; above >= 0; above -= 1) if ((rows[above]?.depth ?? 0) < depth) return above
  return index
}
