import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import type { FieldPath } from '../edit.ts'
import { withKey } from './raw-step.ts'

/**
 * Sets or (`undefined`) removes the value at a path, making the maps and lists
 * on the way. Null where the path goes through something else.
 */
export function setAtPath(
  target: JsonObject,
  path: FieldPath,
  value: Json | undefined,
  set: (object: JsonObject, key: string, value: Json) => JsonObject = withKey,
): JsonObject | null {
  const [key, ...rest] = path
  if (typeof key !== 'string') return null
  if (rest.length === 0) return value === undefined ? withKey(target, key, undefined) : set(target, key, value)
  const inner = setInside(target[key], rest, value)
  if (inner === null) return null
  return inner === target[key] ? target : set(target, key, inner)
}

function setInside(target: Json | undefined, path: FieldPath, value: Json | undefined): Json | null {
  const [key, ...rest] = path
  if (typeof key === 'string') {
    const object = target ?? {}
    return isJsonObject(object) ? setAtPath(object, path, value) : null
  }
  const list = target ?? []
  if (!isJsonList(list) || key === undefined || !Number.isInteger(key) || key < 0 || key > list.length) return null
  if (rest.length === 0 && value === undefined) return list.filter((_, index) => index !== key)
  const item = rest.length === 0 ? (value as Json) : setInside(list[key], rest, value)
  return item === null && rest.length > 0 ? null : [...list.slice(0, key), item, ...list.slice(key + 1)]
}
