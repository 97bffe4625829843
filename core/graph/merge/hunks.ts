import { diffArrays } from 'diff'
import { limits } from '../../limits.ts'

/** `[start, end)` of the sequence before is replaced by `[from, to)` of the one after. */
export interface Hunk {
  readonly start: number
  readonly end: number
  readonly from: number
  readonly to: number
}

/**
 * The differences of two sequences, in order and without overlaps. Very different sequences have one hunk between their
 * common beginning and end.
 */
export function hunksBetween(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  const changes = diffArrays([...before], [...after], { maxEditLength: limits.compare.edits })
  if (changes === undefined) return [outerHunk(before, after)]
  const hunks: Hunk[] = []
  let at = 0
  let now = 0
  let open: Hunk | null = null
  for (const { added, removed, count } of changes) {
    if (!added && !removed) {
      if (open !== null) hunks.push(open)
      open = null
      at += count
      now += count
      continue
    }
    const start: Hunk = open ?? { start: at, end: at, from: now, to: now }
    if (removed) at += count
    else now += count
    open = { ...start, end: at, to: now }
  }
  return open === null ? hunks : [...hunks, open]
}

function outerHunk(before: readonly string[], after: readonly string[]): Hunk {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = before.length
  let to = after.length
  while (end > start && to > start && before[end - 1] === after[to - 1]) {
    end -= 1
    to -= 1
  }
  return { start, end, from: start, to }
}
