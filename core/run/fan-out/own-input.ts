import type { Definition } from '#core/definition/definition.ts'
import { isJsonObject, type Json, objectOf } from '#core/json.ts'

/** A refusal of a start that asks for a fan-out or a regeneration, with the caller's name of the field. */
export interface FanOutRefusal {
  readonly code: 'KEYS_EXCLUSIVE' | 'OUT_OF_RANGE' | 'CHOICE_UNKNOWN' | 'NOT_FOUND' | 'BAD_REQUEST'
  readonly field: string
  readonly message: string
}

export type Read<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: FanOutRefusal }

export const fanOutWords = ['variants', 'bundle', 'regenerate'] as const
export type FanOutWord = (typeof fanOutWords)[number]

/** What a definition says about its input. */
export type Declared = Pick<Definition, 'input_schema' | 'fan_out'>

/** Whether the word is data of the workflow: it declares an input of that name, or accepts no fan-out in its input. */
export function isOwnInput(definition: Declared | null, word: FanOutWord): boolean {
  if (definition?.fan_out === false) return true
  return Object.hasOwn(objectOf(objectOf(definition?.input_schema).properties), word)
}

/** The input as the schema judges it: `regenerate` is for workflows that read it, and none has to declare it. */
export function judgedInput(definition: Declared, input: Json): Json {
  if (!isJsonObject(input) || !Object.hasOwn(input, 'regenerate') || isOwnInput(definition, 'regenerate')) return input
  const { regenerate: _, ...rest } = input
  return rest
}

export const isText = (value: Json, characters: number) =>
  typeof value === 'string' && value.length > 0 && value.length <= characters
export const isWhole = (value: Json, least: number, greatest: number) =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= greatest

export function refuse(code: FanOutRefusal['code'], field: string, message: string) {
  return { ok: false as const, refusal: { code, field, message } }
}
