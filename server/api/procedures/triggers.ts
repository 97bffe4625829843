import { z } from 'zod'
import { backfill, fireTrigger, pauseTrigger, previewBackfill } from '../../triggers/change-triggers.ts'
import { isTestId } from '../../triggers/hooks/hook-id.ts'
import { heardCall, listenForCall, stopListening } from '../../triggers/hooks/test-calls.ts'
import { listFirings, listTriggers } from '../../triggers/list-triggers.ts'
import { firingStates } from '../../triggers/models.ts'
import { page, uuid, workflowName } from '../request/inputs.ts'
import { procedure, router } from '../trpc/trpc.ts'

const one = z.strictObject({ id: uuid })
const testId = z.strictObject({ id: z.string().refine(isTestId, 'This is no address of a test.') })
const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))
const range = z
  .strictObject({ id: uuid, from: instant, until: instant })
  .refine(({ from, until }) => from <= until, { error: 'The range ends before it begins.', path: ['until'] })
  .transform(({ id, from, until }) => ({ id, fromMs: from, untilMs: until }))

/** The triggers of published workflows: what fires when, and what has been started. */
export const triggersRouter = router({
  list: procedure('workflow.read')
    .input(z.strictObject({ workflow: workflowName.optional() }))
    .query(({ ctx, input }) => listTriggers(ctx.stores.pool, ctx.actor, input)),
  firings: procedure('run.read')
    .input(z.strictObject({ triggerId: uuid.optional(), state: z.enum(firingStates).optional(), ...page }))
    .query(({ ctx, input: { direction: _, cursor, ...query } }) =>
      listFirings(ctx.stores.pool, ctx.actor, { ...query, cursor: cursor ?? undefined }),
    ),
  listen: procedure('workflow.edit')
    .input(z.strictObject({ workflow: workflowName }))
    .mutation(({ ctx, input }) => listenForCall(ctx.stores.pool, ctx.actor, input.workflow)),
  heard: procedure('workflow.edit')
    .input(testId)
    .query(({ ctx, input }) => heardCall(ctx.stores.pool, ctx.actor, input.id)),
  stopListening: procedure('workflow.edit')
    .input(testId)
    .mutation(({ ctx, input }) => stopListening(ctx.stores.pool, ctx.actor, input.id)),
  pause: procedure('trigger.edit')
    .input(one)
    .mutation(({ ctx, input }) => pauseTrigger(ctx.stores.pool, ctx.actor, { ...input, paused: true })),
  resume: procedure('trigger.edit')
    .input(one)
    .mutation(({ ctx, input }) => pauseTrigger(ctx.stores.pool, ctx.actor, { ...input, paused: false })),
  fire: procedure('run.start')
    .input(z.strictObject({ id: uuid, operationId: uuid }))
    .mutation(({ ctx, input }) => fireTrigger(ctx.stores.pool, ctx.actor, input)),
  previewBackfill: procedure('trigger.edit')
    .input(range)
    .query(({ ctx, input }) => previewBackfill(ctx.stores.pool, ctx.actor, input)),
  backfill: procedure('trigger.edit')
    .input(range)
    .mutation(({ ctx, input }) => backfill(ctx.stores.pool, ctx.actor, input)),
})
