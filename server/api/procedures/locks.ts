import { z } from 'zod'
import { forceReleaseLock, labelResource } from '../../runs/locks/change-resources.ts'
import { getResource, listResources } from '../../runs/locks/list-resources.ts'
import { readWaitGraph } from '../../runs/locks/wait-graph.ts'
import { uuid } from '../request/inputs.ts'
import { askedResource, releaseReason, resourceId, resourceLabels, resourcesInput } from '../request/lock-inputs.ts'
import { procedure, router } from '../trpc/trpc.ts'

/** Resources, the runs that hold them, and the runs that wait for them. */
export const locksRouter = router({
  list: procedure('lock.read')
    .input(resourcesInput)
    .query(({ ctx, input: { direction: _, cursor, ...query } }) =>
      listResources(ctx.stores.pool, ctx.actor, { ...query, cursor: cursor ?? undefined }),
    ),
  get: procedure('lock.read')
    .input(z.strictObject({ id: askedResource }))
    .query(({ ctx, input }) => getResource(ctx.stores.pool, ctx.actor, input.id)),
  waitGraph: procedure('lock.read').query(({ ctx }) => readWaitGraph(ctx.stores.pool, ctx.actor)),
  label: procedure('lock.admin')
    .input(z.strictObject({ id: resourceId, labels: resourceLabels.optional() }))
    .mutation(({ ctx, input }) => labelResource(ctx.stores, ctx.actor, input)),
  forceRelease: procedure('lock.admin')
    .input(z.strictObject({ id: askedResource, runId: uuid, reason: releaseReason }))
    .mutation(({ ctx, input }) => forceReleaseLock(ctx.stores, ctx.actor, input)),
})
