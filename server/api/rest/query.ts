import type { Context as HonoContext } from 'hono'
import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { parseStrictJson } from '#core/strict-json.ts'
import { ApiError } from '../../api-error.ts'
import { refuseUnknownParameters } from '../request/known-parameters.ts'
import { checked } from '../request/request-body.ts'

/** The query parameters, checked by the schema; throws `BAD_REQUEST` with the parameter. */
export function checkedQuery<Value>(c: HonoContext, schema: z.ZodType<Value>): Value {
  const query = queryOf(c)
  refuseUnknownParameters(Object.keys(query), parametersOf(schema, query))
  return checked(schema, query, ({ path }) => {
    const at = path?.join('.') ?? ''
    // The message names the URL because callers often send the parameter in the body.
    return at === '' || Object.hasOwn(query, at) ? undefined : `This is required, in the address: ?${at}=…`
  })
}

/** Refuses every query parameter, for a route that takes none. */
export function takesNoParameters(c: HonoContext): void {
  checkedQuery(c, noParameters)
}

const noParameters = z.strictObject({})

/** The parameter names of a schema; for a discriminated union, the names of the selected option. */
function parametersOf(schema: z.ZodType, query: Readonly<Record<string, string>>): readonly string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape)
  if (!(schema instanceof z.ZodDiscriminatedUnion)) throw new Error('This schema does not say which parameters it has.')
  const options = schema.options as readonly z.ZodObject[]
  const { discriminator } = schema.def
  const asked = options.filter(
    ({ shape }) => z.safeParse(shape[discriminator] as z.ZodType, query[discriminator]).success,
  )
  return [...new Set((asked.length > 0 ? asked : options).flatMap(({ shape }) => Object.keys(shape)))]
}

/** Query parameters, each at most once, with only characters that the database can store. */
function queryOf(c: HonoContext): Readonly<Record<string, string>> {
  const twice = Object.entries(c.req.queries()).find(([, values]) => values.length > 1)
  if (twice) throw new ApiError('BAD_REQUEST', `The parameter ${twice[0]} appears twice.`, twice[0])
  const query = c.req.query()
  const unfit = Object.entries(query).find(([, value]) => value.includes('\0'))
  if (unfit) throw new ApiError('BAD_REQUEST', `The parameter ${unfit[0]} contains the character NUL.`, unfit[0])
  return query
}

/** A whole number as a query parameter. `wire`: the parameter as the OpenAPI document shows it. */
export function integerParameter(least: number, most: number) {
  return z
    .string()
    .regex(/^\d{1,10}$/, `This must be a whole number from ${least} to ${most}.`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, {
      error: `This must be a whole number from ${least} to ${most}.`,
    })
    .meta({ wire: { type: 'integer', minimum: least, maximum: most } })
}

/** `true` or `false` as a query parameter. */
export const flagParameter = z
  .enum(['true', 'false'])
  .transform((word) => word === 'true')
  .meta({ wire: { type: 'boolean' } })

const mostItems = `A page has at most ${limits.page.maxSize}.`

export const pageSizeParameter = integerParameter(1, 1_000_000_000)
  .transform((size) => Math.min(size, limits.page.maxSize))
  .default(limits.page.size)
  .meta({ wire: { type: 'integer', minimum: 1, default: limits.page.size, description: mostItems } })

/** JSON as a query parameter. */
export const jsonParameter = z
  .string()
  .max(limits.run.requestBytes)
  .transform((text, context) => {
    const parsed = parseStrictJson(text)
    if (parsed.ok) return parsed.value as unknown
    context.addIssue({ code: 'custom', message: parsed.message, path: parsed.field ? parsed.field.split('.') : [] })
    return z.NEVER
  })
  .meta({ wire: { type: 'string', contentMediaType: 'application/json', description: 'JSON.' } })
