import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../json.ts'
import { uniqueName } from '../edits/steps/names.ts'
import { canonicalText, jsonEqual } from '../text/json-equal.ts'
import { type Merging, valueText } from './conflict.ts'
import { joinLines, linesOf } from './lines.ts'
import { mergeSequences, type Region } from './merge-sequences.ts'
import { isNamedList, type NamedItem, nameOrder } from './named-list.ts'

/** A value in the three texts; undefined where it does not exist. */
interface Versions<Value extends Json = Json> {
  readonly base: Value | undefined
  readonly mine: Value | undefined
  readonly theirs: Value | undefined
}
type Path = readonly string[]

/** Maps that are merged entry by entry even where both sides added the whole map. */
const open = new Set(['layout', 'steps'])
/** Keys of steps that never conflict here, because the merge of edges decides them. */
const flow = new Set(['next', 'dependencies'])
/** Lists whose order defines edges: when both sides changed the order or membership, the whole list conflicts. */
const ordered = new Set(['loop_body', 'steps_to_insert'])

/**
 * Merges the values of three texts by keys, by names of list items and by lines of long strings. A change of one side
 * only is taken; different changes of both sides are a conflict.
 */
export function mergeValues(merging: Merging, path: Path, versions: Versions): Json | undefined {
  const { base, mine, theirs } = versions
  if (jsonEqual(mine, theirs) || jsonEqual(base, mine)) return theirs
  if (jsonEqual(base, theirs)) return mine
  if (path.length === 2 && path[0] === 'layout' && isJsonList(mine) && !isJsonObject(theirs)) {
    merging.placed.push(path[1] as string)
    return mine
  }
  const isBegun = base !== undefined || open.has(path.join('.'))
  if (isBegun && isMaps(versions)) return mergeMaps(merging, path, versions)
  if (isBegun && isLists(versions)) return mergeLists(merging, path, versions)
  if (isLong(base) && isLong(mine) && isLong(theirs)) return mergeStrings(merging, path, { base, mine, theirs })
  return decide(merging, path, versions)
}

function decide(merging: Merging, path: Path, versions: Versions, both?: () => Json): Json | undefined {
  const isStep = path[0] === 'steps' && path.length > 1
  const choice = merging.choose({
    kind: isStep && path.length === 2 ? 'step' : 'value',
    step: isStep ? (path[1] as string) : null,
    path: isStep ? path.slice(2) : path,
    base: valueText(versions.base),
    mine: valueText(versions.mine),
    theirs: valueText(versions.theirs),
    both: both !== undefined,
  })
  return choice === 'both' ? (both as () => Json)() : versions[choice]
}

function isMaps(versions: Versions): versions is Versions<JsonObject> {
  const { base, mine, theirs } = versions
  return isJsonObject(mine) && isJsonObject(theirs) && (base === undefined || isJsonObject(base))
}

function isLists(versions: Versions): versions is Versions<readonly Json[]> {
  const { base, mine, theirs } = versions
  return isJsonList(mine) && isJsonList(theirs) && (base === undefined || isJsonList(base))
}

function isLong(value: Json | undefined): value is string {
  return typeof value === 'string' && value.includes('\n')
}

function mergeMaps(merging: Merging, path: Path, { base = {}, mine = {}, theirs = {} }: Versions<JsonObject>): Json {
  const keys = new Set([...Object.keys(theirs), ...Object.keys(mine)])
  const own = (map: JsonObject, key: string) => (Object.hasOwn(map, key) ? map[key] : undefined)
  const isStep = path.length === 2 && path[0] === 'steps' && mine.type !== 'DECISION' && theirs.type !== 'DECISION'
  const isFlow = (key: string) => isStep && flow.has(key)
  const entries = [...keys].flatMap((key): [string, Json][] => {
    const versions = { base: own(base, key), mine: own(mine, key), theirs: own(theirs, key) }
    const value = isFlow(key) ? changedOf(versions) : mergeValues(merging, [...path, key], versions)
    return value === undefined ? [] : [[key, value]]
  })
  return Object.fromEntries(entries)
}

/** Theirs, unless only mine has changed. */
function changedOf({ base, mine, theirs }: Versions): Json | undefined {
  return jsonEqual(base, theirs) ? mine : theirs
}

function mergeLists(merging: Merging, path: Path, versions: Versions<readonly Json[]>): Json | undefined {
  const { base = [], mine = [], theirs = [] } = versions
  if (isNamedList(base) && isNamedList(mine) && isNamedList(theirs)) {
    const order = nameOrder(base, mine, theirs)
    if (order.bothChanged && ordered.has(path.at(-1) as string)) return decide(merging, path, versions)
    return mergeNamed(merging, path, { base, mine, theirs }, order.names)
  }
  const regions = mergeSequences(base, mine, theirs, canonicalText)
  const all = regions.flatMap(bothItems)
  return isSettled(regions) ? all : decide(merging, path, versions, () => all)
}

const isSettled = (regions: readonly Region<unknown>[]) => regions.every(({ kind }) => kind === 'settled')

function bothItems<Item>(region: Region<Item>): readonly Item[] {
  return region.kind === 'settled' ? region.items : [...region.theirs, ...region.mine]
}

interface NamedLists {
  readonly base: readonly NamedItem[]
  readonly mine: readonly NamedItem[]
  readonly theirs: readonly NamedItem[]
}

function mergeNamed(merging: Merging, path: Path, lists: NamedLists, order: readonly string[]): Json {
  const find = (list: readonly NamedItem[], name: string) => list.find((item) => item.name === name)
  const taken = new Set(order)
  return order.flatMap((name): readonly Json[] => {
    const versions: Versions<NamedItem> = {
      base: find(lists.base, name),
      mine: find(lists.mine, name),
      theirs: find(lists.theirs, name),
    }
    const { base, mine, theirs } = versions
    if (base === undefined && mine !== undefined && theirs !== undefined && !jsonEqual(mine, theirs)) {
      const second = { ...mine, name: uniqueName(name, taken) }
      const value = decide(merging, [...path, name], versions, () => [theirs, second])
      return isJsonList(value) ? value : [value as Json]
    }
    const value = mergeValues(merging, [...path, name], versions)
    return value === undefined ? [] : [value]
  })
}

function mergeStrings(
  merging: Merging,
  path: Path,
  versions: Versions<string> & { base: string; mine: string; theirs: string },
): Json | undefined {
  const { base, mine, theirs } = versions
  const regions = mergeSequences(linesOf(base), linesOf(mine), linesOf(theirs), (line) => line)
  const all = joinLines(...regions.map(bothItems))
  return isSettled(regions) ? all : decide(merging, path, versions, () => all)
}
