import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { getRetention } from '#server/runs/retention/get-retention.ts'
import { previewRetention, saveRetention } from '#server/runs/retention/save-retention.ts'
import type { Context } from '../context.ts'
import { workflowName } from '../request/inputs.ts'
import { procedure, router } from '../trpc/trpc.ts'

const installationOf = ({ retention }: Context) => retention ?? { days: undefined, mostDays: undefined }

const change = z.strictObject({
  /** Null: all workflows without a setting of their own. */
  workflow: workflowName.nullable(),
  keep: z.union([z.literal('inherit'), z.literal('forever'), z.int().min(1).max(limits.retention.mostDays)]),
})

/** How long ended runs are kept. */
export const retentionRouter = router({
  get: procedure('retention.admin').query(({ ctx }) => getRetention(ctx.stores, ctx.actor, installationOf(ctx))),
  /** The runs that a change would remove at once. */
  preview: procedure('retention.admin')
    .input(change)
    .query(({ ctx, input }) => previewRetention(ctx.stores, ctx.actor, installationOf(ctx), input)),
  save: procedure('retention.admin')
    .input(change)
    .mutation(({ ctx, input }) => saveRetention(ctx.stores, ctx.actor, installationOf(ctx), input)),
})
