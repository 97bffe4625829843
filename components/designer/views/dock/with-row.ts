/** The drawn rows, plus the row with the focus: it must stay in the document however far the user scrolls. */
export function withRow(drawn: readonly number[], row: number): number[] {
  return row === -1 || drawn.includes(row) ? [...drawn] : [...drawn, row].toSorted((a, b) => a - b)
}
