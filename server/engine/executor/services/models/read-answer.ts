import { validateJson } from '#core/definition/schema/json-schema.ts'
import type { Json, JsonSchema } from '#core/json.ts'

type ReadAnswer = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly message: string }

/** JSON that may stand in a fenced block, which many models write in spite of the instruction. */
export function readAnswer(text: string, schema: JsonSchema): ReadAnswer {
  const inside = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text
  let value: Json
  try {
    value = JSON.parse(inside) as Json
  } catch {
    return { ok: false, message: 'It is not JSON.' }
  }
  const [fault] = validateJson(schema, value)
  return fault === undefined
    ? { ok: true, value }
    : { ok: false, message: `${fault.path || 'The value'}: ${fault.message}` }
}

/** What the model reads when its answer cannot be used. */
export const correctionOf = (message: string): string =>
  `This answer cannot be used: ${message} Answer again with the JSON alone.`
