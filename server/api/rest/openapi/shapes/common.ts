import { z } from 'zod'
import type { Json, JsonObject } from '#core/json.ts'

/** The parts that shapes of answers share. The document is made from them; routes answer with objects of these types. */

/** A JSON value of a user. */
export const json = z.custom<Json>()

/** A JSON object of a user. */
export const jsonObject = z.custom<JsonObject>().meta({ wire: { type: 'object', additionalProperties: true } })

export const id = z.uuid()
export const time = z.iso.datetime()
export const orNull = <Shape extends z.ZodType>(shape: Shape) => z.union([shape, z.null()])
export const optionalTime = orNull(time)
export const count = z.int().min(0)

/** One page of a list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    items: z.array(item),
    next_cursor: orNull(z.string()).describe('The parameter `cursor` of the next page; null on the last one.'),
  })

/** A whole list, without pages. */
export const listOf = <Item extends z.ZodType>(item: Item) => z.strictObject({ items: z.array(item) })
