import { isJsonList, isJsonObject, type Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { refUnder } from '../payload/payload-ref.ts'

/**
 * The part of a run's input or state that can be searched by path: short texts, numbers, booleans and null, in their
 * places. Long texts, values too deep, leaves beyond the bound and references to offloaded values are left out, so that
 * one huge run costs an index no more than another. The deepest leaves go first, and within one level the last: people
 * search for values near the top, and a long list must not displace the values behind it. Null when nothing is left.
 */
export function searchable(value: Json): Json | null {
  const leaves: number[] = []
  count(value, 0, leaves)
  let left = limits.search.leaves
  const room = leaves.map((atLevel) => {
    const taken = Math.min(atLevel, left)
    left -= taken
    return taken
  })
  return prune(value, 0, room) ?? null
}

/** Counts the leaves by level. */
function count(value: Json, level: number, leaves: number[]): void {
  if (level > limits.search.depth) return
  leaves[level] ??= 0
  if (isJsonList(value)) {
    for (const element of value) count(element, level + 1, leaves)
  } else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) if (isKept(key, member)) count(member, level + 1, leaves)
  } else if (isLeaf(value)) {
    leaves[level] += 1
  }
}

/** The value without leaves for which its level has no `room`; each kept leaf takes some. */
function prune(value: Json, level: number, room: number[]): Json | undefined {
  const here = room[level]
  if (here === undefined) return undefined
  if (isJsonList(value)) {
    const kept = value.flatMap((element) => {
      const pruned = prune(element, level + 1, room)
      return pruned === undefined ? [] : [pruned]
    })
    return kept.length > 0 ? kept : undefined
  }
  if (isJsonObject(value)) {
    const kept: [string, Json][] = []
    for (const [key, member] of Object.entries(value)) {
      if (!isKept(key, member)) continue
      const pruned = prune(member, level + 1, room)
      if (pruned !== undefined) kept.push([key, pruned])
    }
    return kept.length > 0 ? Object.fromEntries(kept) : undefined
  }
  if (here === 0 || !isLeaf(value)) return undefined
  room[level] = here - 1
  return value
}

/** A reference to an offloaded value is not searchable data. */
function isKept(key: string, member: Json): boolean {
  return isStorable(key) && refUnder(key, member) === null
}

function isLeaf(value: Json): boolean {
  return typeof value !== 'string' || isStorable(value)
}

/** Whether the database's index of JSON takes the text: no NUL, no lone surrogate, nothing long. */
function isStorable(text: string): boolean {
  return text.length <= limits.search.textCharacters && text.isWellFormed() && !text.includes('\0')
}
