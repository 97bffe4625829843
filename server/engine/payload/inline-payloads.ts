import type { Json } from '#core/json.ts'
import { type JsonPath, payloadRefOf, type WithRefs } from '#core/run/payload/payload-ref.ts'
import { type Payload, remember } from './known-payloads.ts'
import { OffloadedPayloads } from './offloaded-payloads.ts'

/** JSON texts of payloads, by hash. */
export type PayloadTexts = ReadonlyMap<string, string>

/**
 * True when JSON of a log or snapshot may contain references to payloads; a user value with such a field is a false
 * hit.
 */
export function mayHoldRefs(text: string | null): boolean {
  return text?.includes('"refs":[[') ?? false
}

export interface StoredPayloads {
  /** Replaces the references in a parsed value by their large values. A value that occurs twice is one object again. */
  readonly inline: <Whole extends object>(whole: Whole & WithRefs) => Whole
  readonly offloaded: OffloadedPayloads
}

/** Parses the stored large values of one run. */
export function openPayloads(texts: PayloadTexts | undefined): StoredPayloads {
  const values = new Map<string, Json>()
  const found: [Payload, Json][] = []
  for (const [sha256, text] of texts ?? []) {
    const value = JSON.parse(text) as Json
    const payload = { sha256, bytes: Buffer.byteLength(text) }
    remember(value, payload)
    values.set(sha256, value)
    found.push([payload, value])
  }
  const valueAt = (whole: object, path: JsonPath): Json => {
    const value = values.get(payloadRefOf(partAt(whole, path))?.sha256 ?? '')
    if (value === undefined) throw new Error(`The value at ${path.join('.')} no longer exists.`)
    return value
  }
  return {
    offloaded: OffloadedPayloads.none.with(found),
    inline(whole) {
      if (whole.refs === undefined) return whole
      const { refs, ...rest } = whole
      for (const path of refs) setPart(rest, path, valueAt(whole, path))
      return rest as unknown as typeof whole
    },
  }
}

/** Hashes of the references in a parsed value. */
export function refsIn(whole: object & WithRefs): readonly string[] {
  return (whole.refs ?? []).flatMap((path) => payloadRefOf(partAt(whole, path))?.sha256 ?? [])
}

export function partAt(whole: object, path: JsonPath): Json | undefined {
  let part: Json | undefined = whole as Json
  for (const key of path) {
    if (part === null || typeof part !== 'object' || !Object.hasOwn(part, key)) return undefined
    part = (part as { readonly [key: string]: Json })[key]
  }
  return part
}

/** Sets a part in place: `whole` must be freshly parsed and held by the caller alone. */
export function setPart(whole: object, path: JsonPath, value: Json): void {
  const holder = partAt(whole, path.slice(0, -1)) as { [key: string]: Json }
  holder[path.at(-1) as string] = value
}
