import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { byteLength } from '../byte-length.ts'
import { tooLarge } from './budget.ts'
import { Duration, Timestamp } from './instants.ts'
import { tooDeep } from './operators.ts'
import { printDuration, printTimestamp } from './time.ts'
import { Failure, type Result, type Value, type ValueMap } from './value.ts'

/**
 * A value as JSON, bounded as it is written: whole
 * numbers that a double holds exactly, instants as RFC 3339, durations as
 * seconds (`90s`), minus zero as zero. What is JSON already stays the same object.
 */
export function toJson(value: Value, outputBytes: number = limits.expression.outputBytes): Result<Json> {
  let left = outputBytes

  function convert(one: Value, depth: number): Result<Json> {
    if (depth > limits.run.jsonDepth) return tooDeep()
    if (typeof one === 'string') return take(byteLength(one) + 2) ?? one
    if (typeof one === 'number') return take(8) ?? number(one)
    if (typeof one === 'bigint') return take(8) ?? whole(one)
    if (typeof one === 'boolean' || one === null) return take(4) ?? one
    if (one instanceof Timestamp) return take(24) ?? printTimestamp(one)
    if (one instanceof Duration) return take(8) ?? printDuration(one)
    return Array.isArray(one) ? list(one, depth) : map(one as ValueMap, depth)
  }

  function take(bytes: number): Failure | undefined {
    left -= bytes
    return left < 0 ? tooLarge(outputBytes) : undefined
  }

  function list(elements: readonly Value[], depth: number): Result<Json> {
    const converted: Json[] = []
    let same = true
    for (const element of elements) {
      const json = take(1) ?? convert(element, depth + 1)
      if (json instanceof Failure) return json
      same &&= Object.is(json, element)
      converted.push(json)
    }
    return same ? (elements as readonly Json[]) : converted
  }

  function map(entries: ValueMap, depth: number): Result<Json> {
    const converted: [string, Json][] = []
    let same = true
    for (const key of Object.keys(entries)) {
      const value = entries[key] as Value
      const json = take(byteLength(key) + 4) ?? convert(value, depth + 1)
      if (json instanceof Failure) return json
      same &&= Object.is(json, value)
      converted.push([key, json])
    }
    return same ? (entries as Json) : Object.fromEntries(converted)
  }

  return convert(value, 0)
}

function number(value: number): Result<number> {
  if (Number.isFinite(value)) return value + 0
  return new Failure('NUMBER_OUT_OF_RANGE', 'JSON cannot represent this result: it is too large, or not a number.')
}

function whole(value: bigint): Result<number> {
  const double = Number(value)
  if (Number.isSafeInteger(double)) return double
  return new Failure(
    'NUMBER_OUT_OF_RANGE',
    'JSON stores whole numbers exactly up to 9007199254740991. Wrap this one in `string(…)` or `double(…)`.',
  )
}
