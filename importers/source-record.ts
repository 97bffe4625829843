import { isJsonList, isJsonObject, type Json } from '#core/json.ts'

type Key = string | number

/**
 * Records which keys of a source file a converter has accounted for. A key is settled when the text, or a note of the
 * report, covers it; `unsettled` lists all others, which the report calls lost. An unknown key can therefore not
 * disappear silently.
 */
export class SourceRecord {
  readonly value: Json | undefined
  readonly #children = new Map<Key, SourceRecord>()
  #isSettled = false
  #isIgnored = false

  constructor(value: Json | undefined) {
    this.value = value
  }

  /** The record of the value at a path; the same object each time. */
  at(...path: readonly Key[]): SourceRecord {
    return path.reduce<SourceRecord>((record, key) => record.#child(key), this)
  }

  /** The value at a path; settles it with everything inside. */
  take(...path: readonly Key[]): Json | undefined {
    const record = this.at(...path)
    record.#isSettled = true
    return record.value
  }

  /** The value at a path, without settling it. */
  peek(...path: readonly Key[]): Json | undefined {
    return this.at(...path).value
  }

  /** Settles keys of this value, with everything inside them. */
  settle(...keys: readonly Key[]): void {
    for (const key of keys) this.take(key)
  }

  /**
   * Settles keys without meaning for a run; `ignored` lists them, so that they are reported once for the whole file.
   */
  ignore(...keys: readonly Key[]): void {
    for (const key of keys) {
      const record = this.at(key)
      record.#isSettled = true
      record.#isIgnored = record.value !== undefined
    }
  }

  /** The names of the ignored keys that the file has, each once. */
  ignored(): readonly string[] {
    const inside = [...this.#children].flatMap(([key, child]) => [
      ...(child.#isIgnored ? [String(key)] : []),
      ...child.ignored(),
    ])
    return [...new Set(inside)]
  }

  /** Unsettled paths; a value that was never read is one path: `options.pagination`. */
  unsettled(): readonly string[] {
    return this.#unsettled().map(writePath)
  }

  #child(key: Key): SourceRecord {
    const known = this.#children.get(key)
    if (known !== undefined) return known
    const child = new SourceRecord(valueAt(this.value, key))
    this.#children.set(key, child)
    return child
  }

  #unsettled(): readonly (readonly Key[])[] {
    if (this.#isSettled) return []
    return keysOf(this.value).flatMap((key) => {
      const child = this.#children.get(key)
      // A value that was read in parts is reported part by part; an empty one is not reported.
      if (child === undefined || (!child.#isSettled && !isContainer(child.value))) return [[key]]
      return child.#unsettled().map((path) => [key, ...path])
    })
  }
}

function keysOf(value: Json | undefined): readonly Key[] {
  if (isJsonList(value)) return [...value.keys()]
  return isJsonObject(value) ? Object.keys(value) : []
}

const isContainer = (value: Json | undefined): boolean => isJsonList(value) || isJsonObject(value)

function valueAt(value: Json | undefined, key: Key): Json | undefined {
  if (isJsonList(value)) return typeof key === 'number' ? value[key] : undefined
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

function writePath(path: readonly Key[]): string {
  return path.reduce<string>((written, key) => {
    if (typeof key === 'number') return `${written}[${key}]`
    if (!/^[\w-]+$/.test(key)) return `${written}[${JSON.stringify(key)}]`
    return written === '' ? key : `${written}.${key}`
  }, '')
}
