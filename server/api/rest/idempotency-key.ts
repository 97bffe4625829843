import type { Context as HonoContext } from 'hono'
import { z } from 'zod'
import { checked } from '../request/request-body.ts'

const headers = z.object({
  'Idempotency-Key': z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'An Idempotency-Key has 1 to 200 visible ASCII characters.')
    .optional(),
})

/** The idempotency key of a request: a repeated request with this key is executed once. */
export function idempotencyKeyOf(c: HonoContext): string | undefined {
  return checked(headers, { 'Idempotency-Key': c.req.header('idempotency-key') })['Idempotency-Key']
}
