import { z } from 'zod'
import { getOverview } from '../runs/get-overview.ts'
import { getTrends } from '../runs/get-trends.ts'
import { type TrendRange, trendRanges } from '../runs/trend-range.ts'
import { requireActor } from './require-actor.ts'
import { procedure, router } from './trpc.ts'

const range = z.enum(Object.keys(trendRanges) as [TrendRange, ...TrendRange[]])

export const overviewRouter = router({
  get: procedure.query(({ ctx }) => getOverview(ctx.stores, requireActor(ctx))),

  trends: procedure
    .input(z.strictObject({ range }))
    .query(({ ctx, input }) => getTrends(ctx.stores, requireActor(ctx), input.range)),
})
