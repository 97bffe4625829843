import { getOverview } from '../runs/get-overview.ts'
import { procedure, requireActor, router } from './trpc.ts'

export const overviewRouter = router({
  get: procedure.query(({ ctx }) => getOverview(ctx.stores, requireActor(ctx))),
})
