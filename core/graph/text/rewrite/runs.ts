/** A run of neighbouring removed entries, as indexes, both included. */
export type Run = readonly [first: number, last: number]

export function runsOf(survives: readonly boolean[]): Run[] {
  const found: Run[] = []
  let first = -1
  for (const [index, stays] of [...survives, true].entries()) {
    if (!stays && first === -1) first = index
    if (stays && first !== -1) {
      found.push([first, index - 1])
      first = -1
    }
  }
  return found
}
