import { z } from 'zod'
import { limits } from '#core/limits.ts'

const { firstYear, lastYear } = limits.instant

/**
 * An instant in a request: with any offset, in a year that both the database and JavaScript can hold. It is converted
 * to UTC, because PostgreSQL refuses offsets that the standard allows, and the year 0.
 */
export const instant = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .refine((at) => at.getUTCFullYear() >= firstYear && at.getUTCFullYear() <= lastYear, {
    error: `This must be a time in the years ${firstYear} to ${lastYear}.`,
  })
  .transform((at) => at.toISOString())
