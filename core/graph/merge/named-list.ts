import { isJsonObject, type Json, type JsonObject } from '../../json.ts'

export type NamedItem = JsonObject & { readonly name: string }

/** Is every item a map with a name of its own? Such items are matched by name, wherever they stand. */
export function isNamedList(list: readonly Json[]): list is readonly NamedItem[] {
  const names = list.map((item) => (isJsonObject(item) && typeof item.name === 'string' ? item.name : null))
  return !names.includes(null) && new Set(names).size === names.length
}

export interface NameOrder {
  /** All names of both sides, in an order that keeps the neighbours of each. */
  readonly names: readonly string[]
  /** Whether both sides added, removed or reordered items. */
  readonly bothChanged: boolean
}

/**
 * The merged order: the order of theirs, unless only mine was reordered. An item that the other side added follows its
 * predecessor there.
 */
export function nameOrder(
  base: readonly NamedItem[],
  mine: readonly NamedItem[],
  theirs: readonly NamedItem[],
): NameOrder {
  const [old, own, other] = [base, mine, theirs].map((list) => list.map(({ name }) => name)) as [
    string[],
    string[],
    string[],
  ]
  const leads = isReordered(old, own) && !isReordered(old, other) ? own : other
  const follows = leads === own ? other : own
  const names = [...leads]
  for (const [index, name] of follows.entries()) {
    if (names.includes(name)) continue
    let at = names.indexOf(follows[index - 1] ?? '') + 1
    // The item goes behind items that the leading side added at the same place: the side that saved first comes first.
    while (at > 0 && at < names.length && isNew(names[at] as string, old, follows)) at += 1
    names.splice(at, 0, name)
  }
  return { names, bothChanged: !sameNames(old, own) && !sameNames(old, other) }
}

const isNew = (name: string, old: readonly string[], follows: readonly string[]) =>
  !old.includes(name) && !follows.includes(name)

function isReordered(before: readonly string[], after: readonly string[]): boolean {
  const kept = before.filter((name) => after.includes(name))
  return !sameNames(
    kept,
    after.filter((name) => before.includes(name)),
  )
}

const sameNames = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((name, index) => name === b[index])
