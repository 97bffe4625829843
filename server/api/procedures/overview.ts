import { z } from 'zod'
import { getOverview } from '#server/overview/get-overview.ts'
import { getProcesses } from '#server/overview/get-processes.ts'
import { getTrends } from '#server/overview/get-trends.ts'
import { type TrendRange, trendRanges } from '#server/overview/trend-range.ts'
import { requireActor } from '../request/require-actor.ts'
import { procedure, router } from '../trpc/trpc.ts'

const range = z.enum(Object.keys(trendRanges) as [TrendRange, ...TrendRange[]])

export const overviewRouter = router({
  get: procedure.query(({ ctx }) => getOverview(ctx.stores, requireActor(ctx))),

  /** Engines, workers and queues. */
  processes: procedure.query(({ ctx }) => getProcesses(ctx.stores, requireActor(ctx))),

  trends: procedure
    .input(z.strictObject({ range }))
    .query(({ ctx, input }) => getTrends(ctx.stores, requireActor(ctx), input.range)),
})
