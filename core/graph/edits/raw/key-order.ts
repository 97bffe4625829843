import { catalogue, commonKeys } from '#core/definition/catalogue.ts'
import { stepTypes } from '#core/definition/definition.ts'
import type { Json, JsonObject } from '#core/json.ts'
import { withKey } from './raw-step.ts'

const first = ['name', 'title', 'type', 'description', 'when']
const last = ['dependencies', 'next', 'on_failure']
const common = commonKeys.map(({ key }) => key).filter((key) => !first.includes(key) && !last.includes(key))

/**
 * Sets a key of a step: in its place, or, for a new key, behind the last key that ranks before it (identity, keys of
 * the type, common keys, targets).
 */
export function placeKey(step: JsonObject, key: string, value: Json): JsonObject {
  if (Object.hasOwn(step, key)) return withKey(step, key, value)
  const rank = ranking(step)
  const entries = Object.entries(step)
  const behind = entries.findLastIndex(([other]) => rank(other) <= rank(key))
  return Object.fromEntries([...entries.slice(0, behind + 1), [key, value], ...entries.slice(behind + 1)])
}

/** Unknown keys rank with the type's own keys. */
function ranking(step: JsonObject): (key: string) => number {
  const type = stepTypes.find((name) => name === (step.type ?? 'STANDARD'))
  const own = type === undefined ? [] : catalogue[type].keys.map(({ key }) => key)
  const order = [...first, ...own.filter((key) => !first.includes(key) && !last.includes(key)), ...common, ...last]
  const unknown = first.length + own.length - 0.5
  return (key) => {
    const index = order.indexOf(key)
    return index === -1 ? unknown : index
  }
}
