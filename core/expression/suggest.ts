/**
 * The known name that a misspelt one was probably meant to be, or undefined: at most one edit (insert, delete, replace,
 * swap of neighbours) for short names, two from six letters on. Ignores case. Tests the first 1,000 names.
 */
export function suggest(written: string, known: Iterable<string>): string | undefined {
  const most = written.length < 6 ? 1 : 2
  let best: string | undefined
  let fewest = most + 1
  for (const name of [...known].slice(0, 1_000)) {
    if (name === written || Math.abs(name.length - written.length) > most || name.length > 64) continue
    const edits = editDistance(written.toLowerCase(), name.toLowerCase())
    if (edits < fewest) {
      best = name
      fewest = edits
    }
  }
  return best
}

/** A "did you mean" sentence with a leading blank for the end of a message, or an empty text. */
export function didYouMean(written: string, known: Iterable<string>): string {
  const name = suggest(written, known)
  return name === undefined ? '' : ` Did you mean \`${name}\`?`
}

/** Optimal string alignment distance. */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const at = (numbers: number[], index: number): number => numbers[index] as number
      const replaced = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let edits = Math.min(replaced, at(last, j) + 1, at(row, j - 1) + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, at(before, j - 2) + 1)
      row.push(edits)
    }
    before = last
    last = row
  }
  return last[b.length] as number
}
