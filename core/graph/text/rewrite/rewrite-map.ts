import type { YAMLMap } from 'yaml'
import type { Json, JsonObject } from '#core/json.ts'
import { isIndexName } from '../blocks/index-name.ts'
import { type Entry, entriesOf } from '../geometry.ts'
import { jsonEqual } from '../json-equal.ts'
import { scalarText } from '../write-scalar.ts'
import { flowPair, pairLines } from '../write-value.ts'
import { contextOf, quotingOf, replace, type ValueContext, type Writing } from '../writing.ts'
import { changeBlock } from './change-entries.ts'
import { changeFlow } from './change-flow.ts'
import { reorder } from './reorder.ts'
import { replaceValue } from './replace-value.ts'

/** Rewrites a map key by key: kept keys stay in their place, new keys go behind their predecessor in `after`. */
export function rewriteMap(
  writing: Writing,
  context: ValueContext,
  node: YAMLMap,
  before: JsonObject,
  after: JsonObject,
): void {
  const renames = renamedKeys(before, after)
  const renamed = (key: string) => renames.get(key) ?? key
  const stays = Object.keys(before).some((key) => Object.hasOwn(after, renamed(key)))
  const order = keyOrder(before, after)
  if (order !== null) reorder(writing, node, entriesOf(writing.text, node), order)
  else if (!stays || isReordered(before, after, renamed)) replaceValue(writing, context, node, after)
  else rewriteKeys(writing, context, node, before, after, renamed)
}

function rewriteKeys(
  writing: Writing,
  context: ValueContext,
  node: YAMLMap,
  before: JsonObject,
  after: JsonObject,
  renamed: (key: string) => string,
): void {
  const entries = entriesOf(writing.text, node)
  const survives = entries.map(({ key }) => Object.hasOwn(after, renamed(key)))
  for (const [index, entry] of entries.entries()) {
    if (!survives[index]) continue
    const key = renamed(entry.key)
    if (key !== entry.key) renameKey(writing, context, node, entry, key)
    const inner = contextOf(writing, context, node, entry)
    writing.rewrite(writing, inner, entry.value, before[entry.key] as Json, after[key] as Json)
  }
  const flow = context.flow || node.flow === true
  const quoting = quotingOf(writing.text, node, context)
  const lines = (key: string) => {
    const value = after[key] as Json
    return flow ? [flowPair(key, value, quoting)] : pairLines(key, value, writing.style)
  }
  const places = new Map(entries.map(({ key }, index) => [renamed(key), index]))
  const additions = addedKeys(after, places).map(({ behind, keys }) => ({ behind, entries: keys.map(lines) }))
  if (flow) changeFlow(writing, node, { survives, additions })
  else changeBlock(writing, node, { survives, additions }, context.role === 'document')
}

function renameKey(writing: Writing, context: ValueContext, node: YAMLMap, entry: Entry, key: string): void {
  const mark = writing.text[entry.start]
  const quoting = mark === '"' ? 'double' : mark === "'" ? 'single' : 'plain'
  replace(writing, entry.start, entry.keyEnd, scalarText(key, { flow: context.flow || node.flow === true, quoting }))
}

/** A removed and an added key with equal values are one renamed key. */
function renamedKeys(before: JsonObject, after: JsonObject): ReadonlyMap<string, string> {
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key))
  const come = Object.keys(after).filter((key) => !Object.hasOwn(before, key))
  const renames = new Map<string, string>()
  for (const key of gone) {
    const found = come.findIndex((other) => jsonEqual(before[key], after[other]))
    if (found !== -1) renames.set(key, come.splice(found, 1)[0] as string)
  }
  return renames
}

/** The order of the old keys when the map was only reordered; null otherwise, or when nothing changed. */
function keyOrder(before: JsonObject, after: JsonObject): readonly number[] | null {
  const keys = Object.keys(before)
  const wanted = Object.keys(after)
  const same = keys.length === wanted.length && wanted.every((key) => jsonEqual(before[key], after[key]))
  if (!same || wanted.every((key, index) => key === keys[index]) || keys.some(isIndexName)) return null
  return wanted.map((key) => keys.indexOf(key))
}

function isReordered(before: JsonObject, after: JsonObject, renamed: (key: string) => string): boolean {
  const order = Object.keys(before)
    .map(renamed)
    .filter((key) => Object.hasOwn(after, key) && !isIndexName(key))
  const kept = new Set(order)
  return Object.keys(after)
    .filter((key) => kept.has(key))
    .some((key, index) => key !== order[index])
}

/** The place of a key of digits in an object has no meaning: new ones come last. */
function addedKeys(after: JsonObject, places: ReadonlyMap<string, number>): { behind: number; keys: string[] }[] {
  const groups = [{ behind: -1, keys: [] as string[] }]
  const keys = Object.keys(after)
  for (const key of keys) {
    const behind = places.get(key)
    if (isIndexName(key)) continue
    if (behind !== undefined) groups.push({ behind, keys: [] })
    else groups.at(-1)?.keys.push(key)
  }
  const last = Math.max(...keys.map((key) => places.get(key) ?? -1))
  const indexes = keys.filter((key) => isIndexName(key) && !places.has(key))
  const end = groups.find(({ behind }) => behind === last)
  if (end === undefined) groups.push({ behind: last, keys: indexes })
  else end.keys.push(...indexes)
  return groups.filter(({ keys }) => keys.length > 0)
}
