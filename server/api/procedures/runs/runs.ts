import { z } from 'zod'
import { objectPayload } from '#core/run/payload-input.ts'
import { startOptions } from '#core/run/start/start-request.ts'
import { requestRun } from '#server/runs/acting/request-run.ts'
import { startTestRun } from '#server/runs/acting/start-test-run.ts'
import { getRunCode } from '#server/runs/code/get-run-code.ts'
import { observeCode } from '#server/runs/code/observe-code.ts'
import { findSlotWait } from '#server/runs/find-slot-wait.ts'
import { getRun } from '#server/runs/get-run.ts'
import { getRunTree } from '#server/runs/get-run-tree.ts'
import { getRunGrid } from '#server/runs/grid/get-run-grid.ts'
import { getRunHeat } from '#server/runs/heat/get-run-heat.ts'
import { countMatching } from '#server/runs/list/count-matching.ts'
import { countRuns } from '#server/runs/list/count-runs.ts'
import { listFailures } from '#server/runs/list/list-failures.ts'
import { listRuns } from '#server/runs/list/list-runs.ts'
import { runFilter } from '#server/runs/list/run-filter.ts'
import { listRunWork } from '#server/runs/list-run-work.ts'
import { watchChanges } from '#server/runs/live/watch-changes.ts'
import { watchRun } from '#server/runs/live/watch-run.ts'
import { readHistory } from '#server/runs/read-history.ts'
import { removeRun } from '#server/runs/removal/remove-run.ts'
import { definitionText, page, testPlan, uuid, version, workflowName } from '../../request/inputs.ts'
import { reading } from '../../request/reading.ts'
import { asTracked } from '../../trpc/as-tracked.ts'
import { procedure, router } from '../../trpc/trpc.ts'
import { verbProcedures } from './run-verbs.ts'

const operationId = uuid.optional()
/** The last event id of both streams. The feed parses it as a bounded integer and refuses anything else. */
const lastEventId = z.string().max(64).nullish()

export const runsRouter = router({
  list: procedure('run.read')
    .input(runFilter.extend({ ...page }))
    .query(({ ctx, input }) => reading(ctx, (stores) => listRuns(stores, ctx.actor, input))),

  counts: procedure('run.read')
    .input(z.strictObject({ workflow: workflowName.optional() }))
    .query(({ ctx, input }) => reading(ctx, (stores) => countRuns(stores, ctx.actor, input.workflow))),

  /** The number of runs that a filter finds, counted to a bound. */
  count: procedure('run.read')
    .input(runFilter)
    .query(({ ctx, input }) => reading(ctx, (stores) => countMatching(stores, ctx.actor, input))),

  /** Failures by their cause, the most frequent first. */
  failures: procedure('run.read')
    .input(runFilter.extend({ limit: page.limit }))
    .query(({ ctx, input }) => reading(ctx, (stores) => listFailures(stores, ctx.actor, input))),

  /** The standing of each step of a workflow in each of its last runs that the filter finds. */
  grid: procedure('run.read')
    .input(runFilter.extend({ workflow: workflowName }))
    .query(({ ctx, input }) => getRunGrid(ctx.stores, ctx.cells.current(), ctx.actor, input)),

  /** Where the runs of a workflow stand and fail, and how long its steps take. */
  heat: procedure('run.read')
    .input(z.strictObject({ workflow: workflowName }))
    .query(({ ctx, input }) => getRunHeat(ctx.stores, ctx.cells.current(), ctx.actor, input.workflow)),

  /** What the last runs of a workflow that is code did. */
  observed: procedure('run.read')
    .input(z.strictObject({ workflow: workflowName }))
    .query(({ ctx, input }) => observeCode(ctx.stores, ctx.actor, input.workflow)),

  /** The code of a run; \`version\`: the one that a retry has taken. */
  code: procedure('run.view')
    .input(z.strictObject({ runId: uuid, version: version.optional() }))
    .query(({ ctx, input }) => getRunCode(ctx.stores, ctx.actor, input)),

  get: procedure('run.view')
    .input(z.strictObject({ runId: uuid }))
    .query(async ({ ctx, input }) => {
      const run = await getRun(ctx.stores, ctx.actor, input.runId)
      return { ...run, ...(ctx.traceUrl !== undefined && { traceUrl: ctx.traceUrl }) }
    }),

  tree: procedure('run.view')
    .input(z.strictObject({ runId: uuid }))
    .query(({ ctx, input }) => getRunTree(ctx.stores, ctx.actor, input.runId)),

  /** Continues a history that is too long for one response. */
  history: procedure('run.view')
    .input(z.strictObject({ runId: uuid, afterSeq: z.int().min(0).max(2_147_483_647) }))
    .query(({ ctx, input }) => readHistory(ctx.stores, ctx.actor, input.runId, input.afterSeq)),

  /** The run's tasks at workers, with the worker and the last heartbeat of each. */
  work: procedure('run.view')
    .input(z.strictObject({ runId: uuid }))
    .query(({ ctx, input }) => listRunWork(ctx.stores, ctx.actor, input.runId)),

  /** Whether the run waits for a slot of the budget. */
  slot: procedure('run.view')
    .input(z.strictObject({ runId: uuid }))
    .query(({ ctx, input }) => findSlotWait(ctx.stores, ctx.actor, input.runId, ctx.budget)),

  start: procedure('run.start')
    .input(
      z.strictObject({
        workflow: workflowName,
        version: version.optional(),
        input: startOptions.input,
        drive: startOptions.drive,
        tags: startOptions.tags,
        failFast: startOptions.failFast,
        variants: startOptions.variants,
        bundle: startOptions.bundle,
        operationId,
      }),
    )
    .mutation(({ ctx, input: { operationId: key, ...request } }) =>
      requestRun(ctx.stores, ctx.actor, { ...request, idempotencyKey: key }),
    ),

  /** Runs a draft, or a part of it: see TestPlan. */
  test: procedure('workflow.test')
    .input(
      z.strictObject({
        workflow: workflowName,
        text: definitionText,
        plan: testPlan,
        input: objectPayload,
        operationId,
      }),
    )
    .mutation(({ ctx, input: { operationId: key, ...request } }) =>
      startTestRun(ctx.stores, ctx.actor, { ...request, idempotencyKey: key }),
    ),

  ...verbProcedures,

  /** Removes an ended run with its history and values, and all runs below it. */
  remove: procedure('run.remove')
    .input(z.strictObject({ runId: uuid }))
    .mutation(({ ctx, input }) => removeRun(ctx.stores, ctx.actor, input.runId)),

  /** Events of one run as they are committed, from the one after `lastEventId` (its `seq`). */
  watch: procedure('run.view')
    .input(z.strictObject({ runId: uuid, lastEventId }))
    .subscription(({ ctx, input, signal }) => {
      const actor = ctx.actor
      const updates = watchRun(ctx.stores, actor, ctx.changes, {
        runId: input.runId,
        afterSeq: input.lastEventId ?? '0',
        signal,
      })
      return asTracked(ctx.streams.hold(actor, updates, ctx.actorNow))
    }),

  /** Which of the actor's runs changed, for lists, the overview and the inbox count. */
  changes: procedure('run.view')
    .input(z.strictObject({ lastEventId }))
    .subscription(({ ctx, input, signal }) => {
      const actor = ctx.actor
      const changes = watchChanges(actor, ctx.changes, { after: input.lastEventId ?? undefined, signal })
      return asTracked(ctx.streams.hold(actor, changes, ctx.actorNow))
    }),
})
