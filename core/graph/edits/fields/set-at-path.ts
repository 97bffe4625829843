import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { FieldPath } from '../../edit.ts'
import { plainJson } from '../raw/plain-json.ts'
import { withKey } from '../raw/raw-step.ts'

/**
 * Sets or (`undefined`) removes the value at a path, creating maps and lists on the way; maps that become empty are
 * removed. Null where the path leads through another kind of value, or the value nests too deep.
 */
export function setAtPath(
  target: JsonObject,
  path: FieldPath,
  value: Json | undefined,
  set: (object: JsonObject, key: string, value: Json) => JsonObject = withKey,
): JsonObject | null {
  const plain = value === undefined ? undefined : plainJson(value, limits.definition.depth - path.length)
  const [key] = path
  const isBeyond = path.length > limits.definition.depth || (value !== undefined && plain === undefined)
  return isBeyond || key === undefined ? null : setKey(target, key, path.slice(1), plain, set)
}

function setKey(
  target: JsonObject,
  key: string | number,
  rest: FieldPath,
  value: Json | undefined,
  set: (object: JsonObject, key: string, value: Json) => JsonObject,
): JsonObject | null {
  if (typeof key !== 'string') return null
  if (value === undefined && !Object.hasOwn(target, key)) return target
  const inner = rest.length === 0 ? value : setInside(target[key], rest, value)
  if (inner === null && rest.length > 0) return null
  const emptied = value === undefined && isJsonObject(inner) && Object.keys(inner).length === 0
  return inner === undefined || emptied ? withKey(target, key, undefined) : set(target, key, inner)
}

function setInside(target: Json | undefined, path: FieldPath, value: Json | undefined): Json | null {
  const [key, ...rest] = path
  if (typeof key === 'string') {
    const object = target ?? {}
    return isJsonObject(object) ? setKey(object, key, rest, value, withKey) : null
  }
  const list = target ?? []
  if (!isJsonList(list) || key === undefined || !Number.isInteger(key) || key < 0 || key > list.length) return null
  if (rest.length === 0 && value === undefined) return list.filter((_, index) => index !== key)
  const item = rest.length === 0 ? (value as Json) : setInside(list[key], rest, value)
  return item === null && rest.length > 0 ? null : [...list.slice(0, key), item, ...list.slice(key + 1)]
}
