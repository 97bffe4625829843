import type { StartSignal } from '#core/run/effect.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { Carried } from '#core/run/events/operator-event.ts'
import { fold } from '#core/run/evolve.ts'
import { createEvents } from '#core/run/start/create.ts'
import { initialState, type RunHeader, type RunState } from '#core/run/state.ts'
import { viewsOf } from '#core/run/views/view-table.ts'
import { loggedEvents } from '../payload/logged-events.ts'
import { OffloadedPayloads } from '../payload/offloaded-payloads.ts'
import type { NewRun } from './append.ts'

export interface NewRunContext {
  readonly now: number
  readonly appendId: string
  readonly idempotencyKey: string | null
  readonly requestIdentity?: string | null | undefined
  readonly carried?: Carried | undefined
  /** Signals with which the run begins. */
  readonly signals?: readonly StartSignal[] | undefined
  readonly inlineCharacters?: number | undefined
}

/** How a run begins: its first events, and the state that they make. */
export interface Beginning {
  readonly events: readonly RunEvent[]
  readonly state: RunState
}

/** The rows with which a run begins, from its header. */
export function newRun(header: RunHeader, context: NewRunContext): NewRun {
  return newRunOf(beginning(header, context), context)
}

export function beginning(header: RunHeader, context: Pick<NewRunContext, 'now' | 'carried' | 'signals'>): Beginning {
  const events = createEvents(header, context)
  return { events, state: fold(initialState(), events) }
}

export function newRunOf(
  { events, state }: Beginning,
  { now, appendId, idempotencyKey, requestIdentity = null, inlineCharacters }: NewRunContext,
): NewRun {
  const { header } = state
  const { status, phase } = viewsOf(state)
  const { text, payloads } = loggedEvents(events, OffloadedPayloads.none, inlineCharacters)
  return {
    runId: header.run_id,
    ownerId: header.owner_id,
    header,
    idempotencyKey,
    requestIdentity,
    createdAt: now,
    appendId,
    events: text,
    ...(payloads.length > 0 && { payloads }),
    lastSeq: state.seq,
    status,
    phase,
  }
}
