import type { Json, JsonSchema } from '#core/json.ts'
export function validateJson(_schema: JsonSchema, _value: Json): readonly { path: string; message: string }[] {
  return []
}
export function checkSchema(_schema: JsonSchema): string | null {
  return null
}
