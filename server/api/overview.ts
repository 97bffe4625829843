import { getOverview } from '../runs/get-overview.ts'
import { requireActor } from './require-actor.ts'
import { procedure, router } from './trpc.ts'

export const overviewRouter = router({
  get: procedure.query(({ ctx }) => getOverview(ctx.stores, requireActor(ctx))),
})
