import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { payload } from '#core/run/payload-input.ts'
import { changeTask, commentTask } from '#server/inbox/change-task.ts'
import { countTasks } from '#server/inbox/count-tasks.ts'
import { decideMany } from '#server/inbox/decide-many.ts'
import { decideTask } from '#server/inbox/decide-task.ts'
import { getTask } from '#server/inbox/get-task.ts'
import { listFacets } from '#server/inbox/list-facets.ts'
import { listTaskActs } from '#server/inbox/list-task-acts.ts'
import { listTaskNews } from '#server/inbox/list-task-news.ts'
import { listTasks } from '#server/inbox/list-tasks.ts'
import { inboxScopes, inboxSorts, taskFilter } from '#server/inbox/task-filter.ts'
import { instant } from '../../../instant.ts'
import { commentText, page, personId, reason, revision, uuid } from '../../request/inputs.ts'
import { reading } from '../../request/reading.ts'
import { isRefusal } from '../../request/record-refusal.ts'
import { procedure, router } from '../../trpc/trpc.ts'

const scope = z.enum(inboxScopes)
const seen = { taskId: uuid, expectedRevision: revision }
/** Every write has the revision that it was based on, and an operation id as its idempotency key. */
const write = { ...seen, operationId: uuid }
const passedOn = z.strictObject({ ...write, to: personId, note: reason.optional() })

export const inboxRouter = router({
  list: procedure('task.read')
    .input(z.strictObject({ scope, sort: z.enum(inboxSorts).optional(), filter: taskFilter.optional(), ...page }))
    .query(({ ctx, input }) => reading(ctx, (stores) => listTasks(stores, ctx.actor, input))),

  counts: procedure('task.read').query(({ ctx }) => reading(ctx, (stores) => countTasks(stores, ctx.actor))),

  news: procedure('task.read')
    .input(z.strictObject({ since: instant.nullable() }))
    .query(({ ctx, input }) => listTaskNews(ctx.stores, ctx.actor, input.since)),

  facets: procedure('task.read')
    .input(z.strictObject({ scope }))
    .query(({ ctx, input }) => listFacets(ctx.stores, ctx.actor, input.scope)),

  get: procedure('task.read')
    .input(z.strictObject({ taskId: uuid }))
    .query(({ ctx, input }) => getTask(ctx.stores, ctx.actor, input.taskId)),

  ofRun: procedure('task.read')
    .input(z.strictObject({ runId: uuid }))
    .query(({ ctx, input }) => listTaskActs(ctx.stores, ctx.actor, input.runId)),

  decide: procedure('task.decide')
    .input(z.strictObject({ ...write, input: payload, reason: reason.optional() }))
    .mutation(({ ctx, input }) => decideTask(ctx.stores, ctx.actor, input)),

  decideMany: procedure('task.decide')
    .input(
      z.strictObject({
        items: z.array(z.strictObject(seen)).min(1).max(limits.inbox.decidedAtOnce),
        input: payload,
        operationId: uuid,
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const results = await decideMany(ctx.stores, ctx.actor, input)
      for (const [place, result] of results.entries()) {
        if (result.outcome !== 'refused' || !isRefusal(result.code)) continue
        const target = input.items[place]?.taskId ?? ''
        await ctx.refusals.record(ctx.stores.pool, { actor: ctx.actor, action: 'task.decide', target })
      }
      return results
    }),

  claim: procedure('task.decide')
    .input(z.strictObject(write))
    .mutation(({ ctx, input }) => changeTask(ctx.stores, ctx.actor, input, { kind: 'claimed' })),

  release: procedure('task.decide')
    .input(z.strictObject(write))
    .mutation(({ ctx, input }) => changeTask(ctx.stores, ctx.actor, input, { kind: 'released' })),

  assign: procedure('task.read')
    .input(passedOn)
    .mutation(({ ctx, input: { to, note, ...input } }) =>
      changeTask(ctx.stores, ctx.actor, input, { kind: 'assigned', to, note }),
    ),

  delegate: procedure('task.decide')
    .input(passedOn)
    .mutation(({ ctx, input: { to, note, ...input } }) =>
      changeTask(ctx.stores, ctx.actor, input, { kind: 'delegated', to, note }),
    ),

  setFollowUp: procedure('task.decide')
    .input(z.strictObject({ ...write, until: instant.nullable() }))
    .mutation(({ ctx, input: { until, ...input } }) =>
      changeTask(ctx.stores, ctx.actor, input, { kind: 'follow_up_set', until }),
    ),

  comment: procedure('task.decide')
    .input(z.strictObject({ taskId: uuid, operationId: uuid, text: commentText }))
    .mutation(({ ctx, input }) => commentTask(ctx.stores, ctx.actor, input)),
})
