import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { objectPayload, payload } from '#core/run/payload-input.ts'
import type { Actor } from '#server/access/actor.ts'
import { queryRun, updateRun } from '#server/runs/acting/code-verb.ts'
import { approval, sendVerb } from '#server/runs/acting/send-verb.ts'
import type { Verb } from '#server/runs/acting/verb.ts'
import { previewRerunOf, previewRetryOf } from '#server/runs/rerun/preview-rerun.ts'
import { rerun } from '#server/runs/rerun/rerun.ts'
import { rerunChoice } from '#server/runs/rerun/rerun-choice.ts'
import type { Context } from '../../context.ts'
import {
  leftEffects,
  messageArgs,
  messageName,
  queryTimeout,
  reason,
  stepName,
  updateId,
  uuid,
} from '../../request/inputs.ts'
import { procedure } from '../../trpc/trpc.ts'

/** The run, the operation id and the reason. */
const asked = { runId: uuid, operationId: uuid.optional(), reason: reason.optional() }
const step = stepName.optional()

interface VerbRequest {
  readonly runId: string
  readonly operationId?: string | undefined
  readonly reason?: string | undefined
}

type Caller = Pick<Context, 'stores'> & { readonly actor: Actor }

function send(ctx: Caller, { runId, operationId, reason: why }: VerbRequest, verb: Verb) {
  return sendVerb(ctx.stores, ctx.actor, { runId, operationId, verb: { ...verb, reason: why } })
}

/** The verbs of a run, each executed once per operation id. */
export const verbProcedures = {
  cancel: procedure('run.act')
    .input(z.strictObject({ ...asked, compensate: z.boolean().optional(), force: z.boolean().optional() }))
    .mutation(({ ctx, input: { compensate, force, ...input } }) =>
      send(ctx, input, { type: 'cancel', compensate, force }),
    ),

  retry: procedure('run.act')
    .input(z.strictObject({ ...asked, fromStep: step, input: objectPayload.optional() }))
    .mutation(({ ctx, input }) => send(ctx, input, { type: 'retry', from_step: input.fromStep, input: input.input })),

  /** Reruns the run as a new run: see RerunChoice. */
  rerun: procedure('run.start')
    .input(rerunChoice.extend({ ...asked, input: objectPayload.optional() }))
    .mutation(({ ctx, input }) => rerun(ctx.stores, ctx.actor, input)),

  previewRetry: procedure('run.view')
    .input(z.strictObject({ runId: uuid, fromStep: step }))
    .query(({ ctx, input }) => previewRetryOf(ctx.stores, ctx.actor, input)),

  previewRerun: procedure('run.view')
    .input(rerunChoice.extend({ runId: uuid }))
    .query(({ ctx, input }) => previewRerunOf(ctx.stores, ctx.actor, input)),

  /** The permission depends on the input, which may be the answer of a person: `sendVerb` checks it. */
  resume: procedure('me')
    .input(z.strictObject({ ...asked, input: payload.optional(), step }))
    .mutation(({ ctx, input }) => send(ctx, input, { type: 'resume', input: input.input, step: input.step })),

  approve: procedure('task.decide')
    .input(z.strictObject({ ...asked, input: objectPayload.optional(), step }))
    .mutation(({ ctx, input }) => send(ctx, input, approval({ input: input.input, step: input.step }))),

  nextStep: procedure('run.act')
    .input(z.strictObject({ ...asked, userInput: objectPayload.optional() }))
    .mutation(({ ctx, input }) => send(ctx, input, { type: 'next_step', user_input: input.userInput ?? {} })),

  pause: procedure('run.act')
    .input(z.strictObject(asked))
    .mutation(({ ctx, input }) => send(ctx, input, { type: 'pause' })),

  signal: procedure('run.act')
    .input(z.strictObject({ ...asked, name: messageName, payload: payload.optional() }))
    .mutation(({ ctx, input }) =>
      send(ctx, input, { type: 'signal', signal_name: input.name, payload: input.payload ?? null }),
    ),

  /** Asks the code of a run; nothing changes. */
  query: procedure('run.view')
    .input(
      z.strictObject({
        runId: uuid,
        name: messageName,
        args: messageArgs.default([]),
        timeoutMs: queryTimeout.optional(),
      }),
    )
    .query(async ({ ctx, input }) => ({ result: await queryRun(ctx.stores, ctx.actor, input) })),

  update: procedure('run.act')
    .input(
      z.strictObject({
        runId: uuid,
        name: messageName,
        args: messageArgs.default([]),
        updateId: updateId.optional(),
        wait: z.enum(['accepted', 'completed']).default('completed'),
      }),
    )
    .mutation(({ ctx, input: { updateId: id = randomUUID(), ...input } }) =>
      updateRun(ctx.stores, ctx.actor, { ...input, updateId: id }),
    ),

  skip: procedure('run.override')
    .input(z.strictObject({ ...asked, step }))
    .mutation(({ ctx, input }) => send(ctx, input, { type: 'skip', step: input.step })),

  markDone: procedure('run.override')
    .input(z.strictObject({ ...asked, step, output: payload }))
    .mutation(({ ctx, input }) => send(ctx, input, { type: 'mark_done', step: input.step, output: input.output })),

  jump: procedure('run.override')
    .input(z.strictObject({ ...asked, fromStep: step, toStep: stepName }))
    .mutation(({ ctx, input }) => send(ctx, input, { type: 'jump', from_step: input.fromStep, to_step: input.toStep })),

  rollback: procedure('run.act')
    .input(z.strictObject({ ...asked, ...leftEffects }))
    .mutation(({ ctx, input: { only, resolved, ...input } }) => send(ctx, input, { type: 'rollback', only, resolved })),

  acknowledge: procedure('run.act')
    .input(z.strictObject(asked))
    .mutation(({ ctx, input }) => send(ctx, input, { type: 'acknowledge' })),
}
