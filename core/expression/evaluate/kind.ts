import { Duration, Timestamp } from './instants.ts'
import type { Value, ValueMap } from './value.ts'

export type Kind = 'null' | 'boolean' | 'number' | 'string' | 'list' | 'map' | 'timestamp' | 'duration'

export function kindOf(value: Value): Kind {
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'number':
    case 'bigint':
      return 'number'
    case 'boolean':
      return 'boolean'
    default:
      if (value === null) return 'null'
      if (Array.isArray(value)) return 'list'
      if (value instanceof Timestamp) return 'timestamp'
      return value instanceof Duration ? 'duration' : 'map'
  }
}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}

export function isMap(value: Value): value is ValueMap {
  return kindOf(value) === 'map'
}

export function isNumber(value: Value): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}

/** The kind of a value, as words for a sentence: "a list", "null". */
export function describeKind(value: Value): string {
  const kind = kindOf(value)
  return kind === 'null' ? 'null' : kind === 'string' ? 'a text' : `a ${kind}`
}
