import { fireAndForget } from '#core/definition/catalogue/compose.ts'
import { httpKeys, taskKeys } from '#core/definition/catalogue/nested-keys.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import type { FieldPath } from '../../edit.ts'

const aliases = new Map(
  [...httpKeys, ...taskKeys, ...fireAndForget.keys].flatMap(({ key, aliases }) =>
    aliases === undefined ? [] : [[key, aliases] as const],
  ),
)
const lists: ReadonlySet<string | number | undefined> = new Set(['http_config', 'tasks', 'workflow_type', 'input'])

/** The path to a field in the text's spelling: `query` may be written `query_params`. */
export function writtenPath(step: JsonObject, path: FieldPath): FieldPath {
  if (!lists.has(path[0])) return path
  // The keys of a request may be written in the step itself.
  if (
    path[0] === 'http_config' &&
    path.length > 1 &&
    !Object.hasOwn(step, 'http_config') &&
    Object.hasOwn(step, 'url')
  ) {
    return spelled(step, path.slice(1))
  }
  return spelled(step, path)
}

function spelled(step: JsonObject, path: FieldPath): FieldPath {
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
