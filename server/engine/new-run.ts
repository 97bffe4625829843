import { createEvents, type StartRequest } from '#core/run/create.ts'
import type { Carried } from '#core/run/events/operator-event.ts'
import { fold } from '#core/run/evolve.ts'
import { initialState } from '#core/run/state.ts'
import { viewsOf } from '#core/run/views.ts'
import type { NewRun } from './append.ts'

/** The rows with which a run begins. */
export function newRun(
  request: StartRequest,
  context: {
    readonly now: number
    readonly appendId: string
    readonly idempotencyKey: string | null
    readonly carried?: Carried | undefined
  },
): NewRun {
  const events = createEvents(request, context)
  const state = fold(initialState(), events)
  const { status, phase } = viewsOf(state)
  return {
    runId: request.run_id,
    ownerId: request.owner_id,
    dataRegion: request.data_region,
    workflow: request.workflow,
    version: request.version,
    parentRunId: request.parent?.run_id ?? null,
    parentStep: request.parent?.step ?? null,
    rootRunId: request.root_run_id,
    rerunOf: request.rerun_of?.run_id ?? null,
    depth: request.depth,
    tags: request.tags,
    priority: request.priority,
    idempotencyKey: context.idempotencyKey,
    createdBy: request.actor.id,
    createdAt: context.now,
    appendId: context.appendId,
    events: JSON.stringify(events),
    lastSeq: state.seq,
    status,
    phase,
  }
}
