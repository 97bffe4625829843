import { z } from 'zod'
import { connectionKinds } from '#core/definition/connections/kinds.ts'
import type { connectionObject } from '../../connection-object.ts'
import { orNull, time } from './common.ts'

export const connection = z
  .strictObject({
    name: z.string(),
    kind: z.enum(connectionKinds),
    source: z.enum(['stored', 'environment', 'example']),
    settings: z.record(z.string(), z.string()).describe('The fields that are no secrets.'),
    workflows: z.array(z.string()).describe('Workflows that may use it; empty: all.'),
    used_by: z.array(z.string()).describe('Published workflows whose steps name it, the first of them.'),
    updated_by: orNull(z.string()),
    updated_at: orNull(time),
    last_used_at: orNull(time),
    test: z.strictObject({
      state: z.enum(['never', 'asked', 'passed', 'failed']).describe('`asked`: an engine tests it.'),
      at: orNull(time),
      message: orNull(z.string()),
    }),
  })
  .meta({ id: 'Connection' }) satisfies z.ZodType<ReturnType<typeof connectionObject>>

export const connectionList = z.strictObject({ items: z.array(connection) })
