import { isJsonList, isJsonObject, type Json, type JsonObject, objectOf } from '../../json.ts'
import { mapMembers } from '../edits/layout/groups.ts'

/**
 * Keeps a step in one group at most: a step that each side put into a different group stays in mine's, as moved steps
 * keep mine's position. The names of such steps are added to `placed`.
 */
export function inOneGroup(root: JsonObject, mine: JsonObject, placed: string[]): JsonObject {
  const own = membersOf(mine)
  const groups = new Map<Json, string[]>()
  for (const [id, names] of membersOf(root)) {
    for (const name of names) groups.set(name, [...(groups.get(name) ?? []), id])
  }
  const chosen = new Map<Json, string>()
  for (const [name, ids] of groups) {
    if (ids.length < 2) continue
    chosen.set(name, ids.find((id) => own.get(id)?.includes(name)) ?? (ids[0] as string))
    if (typeof name === 'string' && !placed.includes(name)) placed.push(name)
  }
  if (chosen.size === 0) return root
  return mapMembers(root, (names, group) => names.filter((name) => (chosen.get(name) ?? group) === group))
}

function membersOf({ layout }: JsonObject): ReadonlyMap<string, readonly Json[]> {
  const groups = Object.entries(objectOf(layout)).flatMap(([id, group]) => {
    const members = isJsonObject(group) ? group.steps : undefined
    return isJsonList(members) ? [[id, [...new Set(members)]] as const] : []
  })
  return new Map(groups)
}
