import type { Row } from './bench.ts'
import type { Machine } from './machine.ts'

const heads = ['bench', 'shape', 'measured', 'against', 'ratio', 'goal', ''] as const

export function printTable(rows: readonly Row[], machine: Machine, loadAfter: string, seconds: number): string {
  const cells = rows.map((row) => [
    row.bench,
    row.shape,
    row.measured,
    row.against ?? '',
    row.ratio ?? '',
    row.goal ?? '',
    row.met === undefined ? '' : row.met ? 'met' : 'MISSED',
  ])
  const widths = heads.map((head, column) => Math.max(head.length, ...cells.map((each) => each[column]?.length ?? 0)))
  const lineOf = (each: readonly string[]) =>
    each
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  const lines = [lineOf(heads), widths.map((width) => '─'.repeat(width)).join('──')]
  for (const [index, row] of rows.entries()) {
    lines.push(lineOf(cells[index] ?? []))
    for (const note of row.notes ?? []) lines.push(`    ${note}`)
  }
  lines.push(
    '',
    `${machine.processor}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.system}; load average ${machine.loadBefore} before, ${loadAfter} after`,
    `Node ${machine.node}, PostgreSQL ${machine.postgres}; commit ${machine.commit}, ${machine.date} UTC, ${seconds.toFixed(0)} s`,
  )
  return lines.join('\n')
}
