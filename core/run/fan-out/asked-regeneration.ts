import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { type Declared, isOwnInput, isText, isWhole, type Read, refuse } from './own-input.ts'

/** The directions of a regeneration. */
export const directions = ['punchier', 'deeper', 'contrarian', 'visual', 'data-first', 'surprise'] as const

/** The run, and the variant of it, that a start regenerates. */
export interface AskedRegeneration {
  readonly parentRunId: string
  readonly variant?: number
}

const regenerateKeys = ['parent_run_id', 'parent_variant_index', 'direction', 'keep', 'extra_instructions']
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Reads `input.regenerate`; it stays in the input, for workflows that follow it. */
export function readRegeneration(input: JsonObject, definition: Declared | null): Read<AskedRegeneration | undefined> {
  const field = 'input.regenerate'
  if (!Object.hasOwn(input, 'regenerate') || isOwnInput(definition, 'regenerate')) return { ok: true, value: undefined }
  const given = input.regenerate as Json
  if (!isJsonObject(given)) return refuse('BAD_REQUEST', field, 'An object with parent_run_id is required.')
  const unknown = Object.keys(given).find((key) => !regenerateKeys.includes(key))
  if (unknown !== undefined) return refuse('BAD_REQUEST', `${field}.${unknown}`, `Unknown field ${unknown}.`)
  const { parent_run_id: parent, parent_variant_index: variant } = given
  const refusal = refusedHints(given, field)
  if (refusal !== null) return refusal
  if (variant !== undefined && !isWhole(variant, 0, limits.fanOut.variants - 1)) {
    return refuse('OUT_OF_RANGE', `${field}.parent_variant_index`, 'A variant is a whole number from 0.')
  }
  if (typeof parent !== 'string' || !uuid.test(parent)) {
    const message = parent === undefined ? 'Name the run that is regenerated.' : 'There is no such run.'
    return refuse(parent === undefined ? 'BAD_REQUEST' : 'NOT_FOUND', `${field}.parent_run_id`, message)
  }
  return {
    ok: true,
    value: { parentRunId: parent.toLowerCase(), ...(variant !== undefined && { variant: variant as number }) },
  }
}

/** What a regeneration says to the workflow; Heddle itself reads none of it. */
function refusedHints({ direction, keep, extra_instructions: more }: JsonObject, field: string) {
  const { keptFlags, flagCharacters, instructionsCharacters } = limits.fanOut
  if (direction !== undefined && !directions.some((word) => word === direction)) {
    return refuse('CHOICE_UNKNOWN', `${field}.direction`, `Choose one of ${directions.join(', ')}.`)
  }
  const fits = (flags: Json) => Array.isArray(flags) && flags.length <= keptFlags
  if (keep !== undefined && !(fits(keep) && (keep as readonly Json[]).every((flag) => isText(flag, flagCharacters)))) {
    return refuse('BAD_REQUEST', `${field}.keep`, `A list of at most ${keptFlags} short texts is required.`)
  }
  if (more !== undefined && (typeof more !== 'string' || more.length > instructionsCharacters)) {
    const message = `A text of at most ${instructionsCharacters} characters is required.`
    return refuse('BAD_REQUEST', `${field}.extra_instructions`, message)
  }
  return null
}
