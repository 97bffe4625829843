import { z } from 'zod'
import { isLongerThan } from '#core/expression/byte-length.ts'
import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'

/** A JSON value that a caller sends into a run. A parser has produced it already, so only its size is checked. */
export const payload = z
  .custom<Json>((value) => value !== undefined)
  .refine((value) => !isLongerThan(limits.run.inputBytes, JSON.stringify(value)), {
    error: `Larger than ${limits.run.inputBytes / 1024} kB.`,
    params: { code: 'TOO_LARGE' },
  })

/** `wire`: the schema as the OpenAPI document shows it, here and below. */
export const objectPayload = payload
  .refine((value): value is JsonObject => isJsonObject(value), { error: 'An object is required.' })
  .meta({ wire: { type: 'object', additionalProperties: true } })
