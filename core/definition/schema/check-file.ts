import { fileValueOf } from '#core/definition/files/file-value.ts'
import { isAccepted } from '#core/definition/files/media-types.ts'
import { fileFormat } from '#core/file-format.ts'
import { isJsonList, type Json, type JsonObject, type JsonSchema } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { Evaluation } from './evaluation.ts'

/** What a schema says about a file. */
export interface FileRules {
  /** Media types, `image/*`, or endings such as `.pdf`; empty: any. */
  readonly accept: readonly string[]
  readonly maxBytes: number
}

/** The rules of a schema of a file; null for another schema. */
export function fileRulesOf(schema: JsonSchema): FileRules | null {
  return schema.format === fileFormat ? rulesOf(schema) : null
}

function rulesOf(schema: JsonSchema): FileRules {
  const { accept, maxBytes } = schema
  const most = typeof maxBytes === 'number' && maxBytes > 0 ? maxBytes : limits.uploads.bytes
  return {
    accept: isJsonList(accept) ? accept.filter((one) => typeof one === 'string') : [],
    maxBytes: Math.min(most, limits.uploads.bytes),
  }
}

/** Checks a value against a schema with `format: heddle-file`, which demands a file that was uploaded. */
export function checkFile(evaluation: Evaluation, schema: JsonObject, value: Json, path: string): void {
  const file = fileValueOf(value)
  const problem = file === null ? 'This must be an uploaded file.' : problemOf(rulesOf(schema), file)
  if (problem !== null) evaluation.fail(path, problem)
}

/** Why a file does not fit the rules, as a sentence; null where it fits. */
export function problemOf(
  { accept, maxBytes }: FileRules,
  { name, media_type, bytes }: { readonly name: string; readonly media_type: string; readonly bytes: number },
): string | null {
  if (!isAccepted(accept, name, media_type)) return `${name} is not accepted here. Accepted: ${accept.join(', ')}.`
  if (bytes > maxBytes) return `${name} is too large. The largest file has ${sizeInWords(maxBytes)}.`
  return null
}

const sizeInWords = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.floor(bytes / 1024)} kB` : `${Math.floor(bytes / 1024 / 102.4) / 10} MB`
