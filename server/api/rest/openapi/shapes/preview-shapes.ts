import { z } from 'zod'
import type { cancelObject, overrideObject, rerunPreviewObject } from '../../run-object.ts'
import { count, orNull } from './common.ts'

const names = z.array(z.string())
const not = z.literal(false)

const effect = z.strictObject({
  kind: z.enum(['http', 'mail', 'sql', 'ai', 'function', 'person', 'child', 'signal']),
  what: z.string(),
  template: z.string().exactOptional(),
  open: z.literal(true).exactOptional(),
})
const abandoned = z.strictObject({
  kind: z.enum(['child', 'person', 'call']),
  what: z.string(),
  many: count.exactOptional(),
})
const step = z
  .strictObject({
    step: z.string(),
    type: z.string(),
    fate: z.enum(['reused', 'again', 'ahead', 'next', 'stays', 'left_out', 'skipped', 'given', 'left']),
    effects: z.array(effect),
    same_key: z.boolean(),
    items_kept: count,
    changed: z.boolean(),
    undone_by: orNull(z.string()),
    given_up: z.array(abandoned),
    fails: orNull(z.string()),
    missing: names,
  })
  .meta({ id: 'PreviewStep' })

const rerunParts = { version: z.int(), difference: z.strictObject({ added: names, removed: names, changed: names }) }
const ofRerun = z.union([
  z.strictObject({ allowed: z.literal(true), steps: z.array(step), ...rerunParts }),
  z.strictObject({ allowed: not, because: z.string(), ...rerunParts }),
])
const ofOverride = z.union([
  z.strictObject({
    allowed: z.literal(true),
    steps: z.array(step),
    ends: orNull(z.strictObject({ status: z.string(), message: z.string().exactOptional() })),
    kept_back: orNull(z.enum(['hold', 'hand'])),
  }),
  z.strictObject({ allowed: not, because: z.string() }),
])
const ofCancel = z.union([
  z.strictObject({
    allowed: z.literal(true),
    ends: orNull(z.string()),
    undoes: names,
    waits_for: names,
    not_undone: names,
    abandoned: names,
  }),
  z.strictObject({ allowed: not, because: z.string() }),
])

export const rerunPreview = ofRerun.meta({ id: 'RerunPreview' }) satisfies z.ZodType<
  ReturnType<typeof rerunPreviewObject>
>
export const overridePreview = ofOverride.meta({ id: 'OverridePreview' }) satisfies z.ZodType<
  ReturnType<typeof overrideObject>
>
export const cancelPreview = ofCancel.meta({ id: 'CancelPreview' }) satisfies z.ZodType<ReturnType<typeof cancelObject>>
