/** The rows that are drawn, with one more where it is not among them: what has the focus stays, however far one scrolls. */
export function withRow(drawn: readonly number[], row: number): number[] {
  return row === -1 || drawn.includes(row) ? [...drawn] : [...drawn, row].toSorted((a, b) => a - b)
}
