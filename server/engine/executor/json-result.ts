import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'

export class UnusableResult extends Error {}

export interface ResultBounds {
  /** Most bytes of the result. */
  readonly bytes: number
  readonly depth: number
}

/**
 * A function's result as JSON. A value that JSON cannot hold (a function, NaN, a Map, a cycle by its depth) is refused
 * with its path, so that nothing is lost unnoticed. `undefined` is null at the top and left out of objects; `toJSON` is
 * honoured.
 */
export function jsonResult(result: unknown, bounds: ResultBounds): Json {
  return measured(result, bounds).value
}

/** The outcome of an attempt with this result. */
export function completedWith(result: unknown, bounds: ResultBounds) {
  const { value, bytes } = measured(result, bounds)
  return { kind: 'completed', output: value, ...(bytes > limits.run.inlineCharacters && { bytes }) } as const
}

function measured(result: unknown, bounds: ResultBounds): { readonly value: Json; readonly bytes: number } {
  const value = convert(result, '', bounds.depth)
  const text = JSON.stringify(value)
  // A UTF-16 unit is at most three bytes of UTF-8: short texts need not be measured.
  if (text.length * 3 <= limits.run.inlineCharacters) return { value, bytes: text.length }
  const bytes = Buffer.byteLength(text)
  if (bytes > bounds.bytes) {
    throw new UnusableResult(`The result has ${bytes} bytes; the limit is ${bounds.bytes}.`)
  }
  return { value, bytes }
}

function convert(value: unknown, path: string, depth: number): Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      if (Number.isFinite(value)) return value
      break
    case 'undefined':
      return null
    case 'object':
      if (value === null) return null
      if (depth === 0) throw new UnusableResult('The result is nested too deeply, or contains itself.')
      if (Array.isArray(value)) return value.map((item, index) => convert(item, `${path}[${index}]`, depth - 1))
      if ('toJSON' in value && typeof value.toJSON === 'function') return convert(value.toJSON(), path, depth - 1)
      if (isPlain(value)) return convertObject(value, path, depth)
  }
  const place = path ? ` at ${path.replace(/^\./, '')}` : ''
  throw new UnusableResult(`The result${place} is ${described(value)}, which JSON cannot represent.${adviceFor(value)}`)
}

function convertObject(value: object, path: string, depth: number): Json {
  const copy: { [key: string]: Json } = {}
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue
    if (key === '__proto__') throw new UnusableResult(`The result has a key named __proto__${path && ` at ${path}`}.`)
    copy[key] = convert(item, `${path}.${key}`, depth - 1)
  }
  return copy
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as unknown
  return prototype === null || prototype === Object.prototype || !isBuiltIn(value)
}

/** Instances of the user's own classes are read as objects; JSON would lose what those of the language and Node hold. */
function isBuiltIn(value: object): boolean {
  let prototype = Object.getPrototypeOf(value) as object | null
  while (prototype !== null && prototype !== Object.prototype) {
    const made = prototype.constructor
    if (typeof made === 'function' && Reflect.get(globalThis, made.name) === made) return true
    prototype = Object.getPrototypeOf(prototype) as object | null
  }
  return false
}

/** Advice for a value that is refused, by the name of its class. */
const instead: Readonly<Record<string, string>> = {
  Headers: 'Object.fromEntries(headers)',
  Map: 'Object.fromEntries(map)',
  Response: 'await response.json()',
  Set: '[...set]',
  bigint: 'String(number)',
}

function nameOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? (value.constructor?.name ?? 'strange object') : typeof value
}

function described(value: unknown): string {
  return typeof value === 'number' ? String(value) : `a ${nameOf(value)}`
}

function adviceFor(value: unknown): string {
  const name = nameOf(value)
  return Object.hasOwn(instead, name) ? ` Return \`${instead[name]}\` instead.` : ''
}
