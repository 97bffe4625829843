import { z } from 'zod'
import { getOverview } from '#server/overview/get-overview.ts'
import { getProcesses } from '#server/overview/get-processes.ts'
import { getTrends } from '#server/overview/get-trends.ts'
import { type TrendRange, trendRanges } from '#server/overview/trend-range.ts'
import { reading } from '../request/reading.ts'
import { procedure, router } from '../trpc/trpc.ts'

const range = z.enum(Object.keys(trendRanges) as [TrendRange, ...TrendRange[]])

export const overviewRouter = router({
  get: procedure('run.read').query(({ ctx }) => reading(ctx, (stores) => getOverview(stores, ctx.actor))),

  /** Engines, workers and queues. */
  processes: procedure('run.read').query(({ ctx }) => getProcesses(ctx.stores, ctx.actor, ctx.budget)),

  /** What the owner uses of its quotas; null in local mode, which has none. */
  quotas: procedure('run.read').query(({ ctx }) => ctx.quota?.use(ctx.actor.ownerId) ?? null),

  trends: procedure('run.read')
    .input(z.strictObject({ range }))
    .query(({ ctx, input }) => reading(ctx, (stores) => getTrends(stores, ctx.actor, input.range))),
})
