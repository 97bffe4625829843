import { z } from 'zod'
import type { variableObject } from '../../variables.ts'
import { time } from './common.ts'

const variable = z
  .strictObject({
    name: z.string(),
    value: z.string(),
    description: z.string(),
    used_by: z.array(z.string()).describe('Published workflows that read it, the first of them.'),
    updated_by: z.string(),
    updated_at: time,
  })
  .meta({ id: 'Variable' }) satisfies z.ZodType<ReturnType<typeof variableObject>>

export const variableList = z.strictObject({ items: z.array(variable) })
export const savedVariable = z.strictObject({ name: z.string(), created: z.boolean() })
export const removedVariable = z.strictObject({ removed: z.literal(true) })
