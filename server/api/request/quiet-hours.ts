import { z } from 'zod'
import { isTimeZone } from '../../notify/quiet-hours.ts'

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time such as 22:00.')
const days = z
  .array(z.int().min(0).max(6))
  .max(7)
  .refine((list) => new Set(list).size < 7, 'Leave at least one day of the week on which messages may come.')

/** Quiet hours of a request; null for none. */
export const quietHours = z.strictObject({ from: time, to: time, days }).nullable()

export const timeZone = z.string().max(64).refine(isTimeZone, 'Must be a time zone such as Europe/Berlin.')
