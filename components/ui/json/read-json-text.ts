import type { Json } from '#core/json.ts'
import { parseStrictJson } from '#core/strict-json.ts'
import { uiTexts } from '../texts/ui.ts'

export type JsonText = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly message: string }

/** Typed JSON, with the parser's message while it is incomplete. JSON that the server would refuse is refused here. */
export function readJsonText(text: string): JsonText {
  try {
    JSON.parse(text)
  } catch (error) {
    return { ok: false, message: uiTexts.notValidJSONYet((error as Error).message) }
  }
  const parsed = parseStrictJson(text)
  if (parsed.ok) return parsed
  return { ok: false, message: parsed.field ? `${parsed.field}: ${parsed.message}` : parsed.message }
}
