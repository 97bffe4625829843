import { z } from 'zod'
import { countTasks } from '../inbox/count-tasks.ts'
import { decideTask } from '../inbox/decide-task.ts'
import { getTask } from '../inbox/get-task.ts'
import { listTasks } from '../inbox/list-tasks.ts'
import { page, payload, revision, search, uuid } from './inputs.ts'
import { requireActor } from './require-actor.ts'
import { procedure, router } from './trpc.ts'

export const inboxRouter = router({
  list: procedure
    .input(
      z.strictObject({
        scope: z.enum(['available', 'mine', 'all', 'done']),
        search: search.optional(),
        ...page,
      }),
    )
    .query(({ ctx, input }) => listTasks(ctx.stores, requireActor(ctx), input)),

  get: procedure
    .input(z.strictObject({ taskId: uuid }))
    .query(({ ctx, input }) => getTask(ctx.stores, requireActor(ctx), input.taskId)),

  decide: procedure
    .input(z.strictObject({ taskId: uuid, input: payload, revision, operationId: uuid }))
    .mutation(({ ctx, input }) => decideTask(ctx.stores, requireActor(ctx), input)),

  count: procedure.query(({ ctx }) => countTasks(ctx.stores, requireActor(ctx))),
})
