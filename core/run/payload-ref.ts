import { isJsonObject, type Json } from '../json.ts'

/** Stands in a history for a large value, which is kept apart from it: by what the value is, as JSON, and how long that is. */
export interface PayloadRef {
  readonly payload_ref: { readonly sha256: string; readonly bytes: number }
}

/** Keys and places that lead to a value. */
export type JsonPath = readonly (string | number)[]

/**
 * What is written of an event or a state beside its own fields when parts of it
 * are kept apart: where their references stand. A value that somebody's function
 * returned and that only looks like one is not among them.
 */
export interface WithRefs {
  readonly refs?: readonly JsonPath[]
}

/** What the value refers to, if it looks like a reference; for showing it, not for relying on it. */
export function payloadRefOf(value: Json | undefined): PayloadRef['payload_ref'] | null {
  if (!isJsonObject(value) || Object.keys(value).length !== 1) return null
  const ref = value.payload_ref
  if (!isJsonObject(ref)) return null
  const { sha256, bytes } = ref
  return typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256) && typeof bytes === 'number'
    ? { sha256, bytes }
    : null
}
