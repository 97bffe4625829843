import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { bulkVerb } from '#server/runs/bulk/bulk-models.ts'
import { cancelBulk } from '#server/runs/bulk/cancel-bulk.ts'
import { choice, isOneChoice } from '#server/runs/bulk/chosen-runs.ts'
import { getBulk, listBulk, listLatestBulk } from '#server/runs/bulk/get-bulk.ts'
import { listBulkItems } from '#server/runs/bulk/list-bulk-items.ts'
import { previewBulk } from '#server/runs/bulk/preview-bulk.ts'
import { startBulk } from '#server/runs/bulk/start-bulk.ts'
import { listViews, removeView, saveView } from '#server/runs/views/saved-views.ts'
import { page, uuid } from '../../request/inputs.ts'
import { procedure, router } from '../../trpc/trpc.ts'

const list = z.enum(['runs', 'inbox'])
const oneChoice = { error: 'Send either runs or a filter, optionally with exclusions.' }
const asked = z
  .strictObject({ verb: bulkVerb, ...choice, expected: z.int().min(1).optional(), operationId: uuid.optional() })
  .refine(isOneChoice, oneChoice)

/**
 * Bulk operations: one verb for many runs. One request starts an operation; it runs by itself and has a result for each
 * run.
 */
export const bulkRouter = router({
  /** The preview changes nothing. It is a mutation because a selection is too long for the URL of a query. */
  preview: procedure('run.act')
    .input(z.strictObject({ verb: bulkVerb, ...choice }).refine(isOneChoice, oneChoice))
    .mutation(({ ctx, input }) => previewBulk(ctx.stores, ctx.actor, input)),
  start: procedure('run.act')
    .input(asked)
    .mutation(({ ctx, input }) => startBulk(ctx.stores, ctx.actor, input)),
  /** The running operations and the latest ended ones. */
  list: procedure('run.read').query(({ ctx }) => listLatestBulk(ctx.stores, ctx.actor)),
  /** All operations, page by page. */
  earlier: procedure('run.read')
    .input(z.strictObject({ ...page }))
    .query(({ ctx, input }) => listBulk(ctx.stores, ctx.actor, input)),
  get: procedure('run.read')
    .input(z.strictObject({ id: uuid }))
    .query(({ ctx, input }) => getBulk(ctx.stores, ctx.actor, input.id)),
  items: procedure('run.read')
    .input(z.strictObject({ id: uuid, outcome: z.enum(['done', 'refused', 'left']).optional(), ...page }))
    .query(({ ctx, input }) => listBulkItems(ctx.stores, ctx.actor, input)),
  cancel: procedure('run.act')
    .input(z.strictObject({ id: uuid }))
    .mutation(({ ctx, input }) => cancelBulk(ctx.stores, ctx.actor, input.id)),
})

/** Saved views: named filters of lists. */
export const viewsRouter = router({
  list: procedure('me')
    .input(z.strictObject({ list }))
    .query(({ ctx, input }) => listViews(ctx.stores, ctx.actor, input.list)),
  save: procedure('me')
    .input(
      z.strictObject({
        list,
        name: z.string().trim().min(1).max(100),
        query: z
          .record(z.string().max(40), z.string().max(limits.savedViews.queryBytes))
          .refine((query) => Buffer.byteLength(JSON.stringify(query)) <= limits.savedViews.queryBytes, {
            error: 'The filter is too long to store.',
          }),
        shared: z.boolean().default(false),
      }),
    )
    .mutation(({ ctx, input: { list: of, ...view } }) => saveView(ctx.stores, ctx.actor, of, view)),
  remove: procedure('me')
    .input(z.strictObject({ id: uuid }))
    .mutation(({ ctx, input }) => removeView(ctx.stores, ctx.actor, input.id)),
})
