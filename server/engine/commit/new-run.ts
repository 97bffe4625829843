import { createEvents, type StartRequest } from '#core/run/create.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { Carried } from '#core/run/events/operator-event.ts'
import { fold } from '#core/run/evolve.ts'
import { initialState, type RunState } from '#core/run/state.ts'
import { viewsOf } from '#core/run/views.ts'
import { loggedEvents } from '../payload/logged-events.ts'
import { OffloadedPayloads } from '../payload/offloaded-payloads.ts'
import type { NewRun } from './append.ts'

interface NewRunContext {
  readonly now: number
  readonly appendId: string
  readonly idempotencyKey: string | null
  readonly requestIdentity?: string | null | undefined
  readonly carried?: Carried | undefined
  readonly inlineCharacters?: number | undefined
}

/** How a run begins: its first events, and the state that they make. */
export interface Beginning {
  readonly events: readonly RunEvent[]
  readonly state: RunState
}

/** The rows with which a run begins. */
export function newRun(request: StartRequest, context: NewRunContext): NewRun {
  return newRunOf(beginning(request, context), context)
}

export function beginning(request: StartRequest, context: Pick<NewRunContext, 'now' | 'carried'>): Beginning {
  const events = createEvents(request, context)
  return { events, state: fold(initialState(), events) }
}

export function newRunOf(
  { events, state }: Beginning,
  { now, appendId, idempotencyKey, requestIdentity = null, inlineCharacters }: NewRunContext,
): NewRun {
  const request = state.header
  const { status, phase } = viewsOf(state)
  const { text, payloads } = loggedEvents(events, OffloadedPayloads.none, inlineCharacters)
  return {
    runId: request.run_id,
    ownerId: request.owner_id,
    dataRegion: request.data_region,
    workflow: request.workflow,
    version: request.version,
    parentRunId: request.parent?.run_id ?? null,
    parentStep: request.parent?.step ?? null,
    rootRunId: request.root_run_id,
    originRunId: request.origin_run_id ?? null,
    rerunOf: request.rerun_of?.run_id ?? null,
    depth: request.depth,
    tags: request.tags,
    priority: request.priority,
    idempotencyKey,
    requestIdentity,
    createdBy: request.actor.id,
    createdAt: now,
    appendId,
    events: text,
    ...(payloads.length > 0 && { payloads }),
    lastSeq: state.seq,
    status,
    phase,
  }
}
