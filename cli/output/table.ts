import stringWidth from 'string-width'
import type { Terminal } from '../terminal.ts'
import { paint } from './paint.ts'
import { printable } from './printable.ts'

/**
 * `paint` colours the finished cell. `shrinks` marks columns that get narrower on a narrow screen. `yields` marks
 * columns that are dropped when this is not enough, 1 before 2.
 */
export interface Column<Row> {
  readonly title: string
  readonly value: (row: Row) => string | number | null
  readonly paint?: (terminal: Terminal, text: string) => string
  readonly right?: boolean
  readonly shrinks?: boolean
  readonly yields?: number
}

const GAP = '  '
const LEAST = 12

/** Rows as aligned columns, cut to the width of the screen; uncut where the output is no screen. */
export function table<Row>(terminal: Terminal, all: readonly Column<Row>[], rows: readonly Row[]): string {
  const whole = all.map((column) => ({ column, cells: rows.map((row) => printable(String(column.value(row) ?? ''))) }))
  const wanted = whole.map(({ column, cells }) => ({
    column,
    cells,
    width: Math.max(...[column.title, ...cells].map(widthOf)),
  }))
  const shown = withRoom(wanted, terminal.columns)
  const columns = shown.map(({ column }) => column)
  const widths = fitted(
    columns,
    shown.map(({ width }) => width),
    terminal.columns,
  )
  const cells = rows.map((_, row) => shown.map((each) => each.cells[row] ?? ''))
  const line = (texts: readonly string[], style: (text: string, index: number) => string) =>
    texts
      .map((text, index) => style(padded(cut(text, widths[index] ?? 0), widths[index] ?? 0, columns[index]), index))
      .join(GAP)
      .trimEnd()
  const head = line(
    columns.map(({ title }) => title),
    (text) => paint(terminal, 'dim', text),
  )
  const body = cells.map((row) => line(row, (text, index) => columns[index]?.paint?.(terminal, text) ?? text))
  return `${[head, ...body].join('\n')}\n`
}

interface Wanted<Row> {
  readonly column: Column<Row>
  readonly cells: readonly string[]
  readonly width: number
}

/** The columns that fit side by side at their least widths: rows that wrap are unreadable. */
function withRoom<Row>(wanted: readonly Wanted<Row>[], screen: number): readonly Wanted<Row>[] {
  const least = wanted.reduce((sum, { column, width }) => sum + (column.shrinks ? Math.min(LEAST, width) : width), 0)
  if (least + GAP.length * (wanted.length - 1) <= screen) return wanted
  const turns = wanted.flatMap(({ column: { yields } }) => yields ?? [])
  if (turns.length === 0) return wanted
  const first = Math.min(...turns)
  return withRoom(
    wanted.filter(({ column }) => column.yields !== first),
    screen,
  )
}

function fitted<Row>(columns: readonly Column<Row>[], wanted: readonly number[], screen: number): readonly number[] {
  const widths = [...wanted]
  let over = widths.reduce((sum, width) => sum + width, 0) + GAP.length * (widths.length - 1) - screen
  for (const [index, { shrinks }] of columns.entries()) {
    if (!shrinks || over <= 0) continue
    const width = Math.max(Math.min(LEAST, widths[index] ?? 0), (widths[index] ?? 0) - over)
    over -= (widths[index] ?? 0) - width
    widths[index] = width
  }
  return widths
}

const widthOf = (text: string) => stringWidth(text)

function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let kept = ''
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    if (widthOf(kept + segment) > width - 1) break
    kept += segment
  }
  return `${kept}…`
}

function padded<Row>(text: string, width: number, column: Column<Row> | undefined): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)))
  return column?.right ? space + text : text + space
}
