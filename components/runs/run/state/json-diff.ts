import { isJsonList, isJsonObject, type Json } from '#core/json.ts'

/** The difference between two values. */
export type Diff =
  | { readonly kind: 'added'; readonly after: Json }
  | { readonly kind: 'removed'; readonly before: Json }
  | { readonly kind: 'changed'; readonly before: Json; readonly after: Json }
  /** Both are objects, or both are lists. `more`: number of entries that differ beyond the listed ones. */
  | {
      readonly kind: 'inside'
      readonly of: 'keys' | 'items'
      readonly entries: readonly DiffEntry[]
      readonly same: number
      readonly more: number
    }

export interface DiffEntry {
  /** A key, or an index in a list; for a removed item the index in the list before. */
  readonly name: string
  readonly diff: Diff
}

const mostEntries = 200

/**
 * The changes from one value to another; null when there are none. States share the parts that an event did not touch,
 * so only the paths to changes are walked.
 */
export function diffJson(before: Json, after: Json): Diff | null {
  if (before === after) return null
  if (isJsonObject(before) && isJsonObject(after)) return inside('keys', keyDiffs(before, after))
  if (isJsonList(before) && isJsonList(after)) return inside('items', itemDiffs(before, after))
  return { kind: 'changed', before, after }
}

interface Differences {
  readonly entries: readonly DiffEntry[]
  readonly same: number
}

function inside(of: 'keys' | 'items', { entries, same }: Differences): Diff | null {
  if (entries.length === 0) return null
  const told = entries.slice(0, mostEntries)
  return { kind: 'inside', of, entries: told, same, more: entries.length - told.length }
}

function keyDiffs(before: { readonly [key: string]: Json }, after: { readonly [key: string]: Json }): Differences {
  const entries: DiffEntry[] = []
  let same = 0
  for (const [name, value] of Object.entries(after)) {
    const diff: Diff | null = Object.hasOwn(before, name)
      ? diffJson(before[name] as Json, value)
      : { kind: 'added', after: value }
    if (diff === null) same += 1
    else entries.push({ name, diff })
  }
  for (const [name, value] of Object.entries(before)) {
    if (!Object.hasOwn(after, name)) entries.push({ name, diff: { kind: 'removed', before: value } })
  }
  return { entries, same }
}

/** Equal items at both ends are skipped; items between them are compared by index. */
function itemDiffs(before: readonly Json[], after: readonly Json[]): Differences {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && diffJson(before[head] as Json, after[head] as Json) === null) head += 1
  let tail = 0
  while (
    tail < shorter - head &&
    diffJson(before[before.length - 1 - tail] as Json, after[after.length - 1 - tail] as Json) === null
  ) {
    tail += 1
  }
  const entries: DiffEntry[] = []
  let same = head + tail
  const [beforeEnd, afterEnd] = [before.length - tail, after.length - tail]
  for (let index = head; index < Math.max(beforeEnd, afterEnd); index += 1) {
    const name = String(index)
    if (index >= beforeEnd) entries.push({ name, diff: { kind: 'added', after: after[index] as Json } })
    else if (index >= afterEnd) entries.push({ name, diff: { kind: 'removed', before: before[index] as Json } })
    else {
      const diff = diffJson(before[index] as Json, after[index] as Json)
      if (diff === null) same += 1
      else entries.push({ name, diff })
    }
  }
  return { entries, same }
}
