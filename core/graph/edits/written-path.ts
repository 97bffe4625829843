import { httpKeys, taskKeys } from '#core/definition/catalogue/nested-keys.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import type { FieldPath } from '../edit.ts'

const aliases = new Map([...httpKeys, ...taskKeys].map(({ key, aliases = [] }) => [key, aliases]))
const lists: ReadonlySet<string | number | undefined> = new Set(['http_config', 'tasks'])

/** A path to a field as the text spells it: `query` may be written `query_params`. */
export function writtenPath(step: JsonObject, path: FieldPath): FieldPath {
  if (!lists.has(path[0])) return path
  let at: Json | undefined = step
  return path.map((key) => {
    const owner: Json | undefined = at
    if (isJsonList(owner)) at = owner[key as number]
    if (!isJsonObject(owner)) return key
    const other = Object.hasOwn(owner, key)
      ? undefined
      : aliases.get(String(key))?.find((name) => Object.hasOwn(owner, name))
    const written = other ?? key
    at = owner[written]
    return written
  })
}
