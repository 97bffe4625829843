import type { JsonObject } from '#core/json.ts'
import type { CodeOutcome } from '#core/run/code/code-state.ts'
import { endsAfter, historyOf } from '#core/run/code/history.ts'
import { DETERMINISM_VIOLATION } from '#core/run/code/match.ts'
import type { RunEvent } from '#core/run/event.ts'
import { fold } from '#core/run/evolve.ts'
import { initialState } from '#core/run/state.ts'
import type { WorkflowDefinition } from '../workflow/definitions.ts'
import { inside, openBody } from './driven-body.ts'

/** The events of a run, from its first on: as `npx heddle logs <run> --json` prints them, or as a test run has them. */
export type RecordedHistory = readonly RecordedEvent[]

/** An event of a history. `at` is an instant in milliseconds since 1970, or an ISO text. */
export interface RecordedEvent {
  readonly seq: number
  readonly type: string
  readonly at: number | string
  readonly step?: string | null
  readonly iteration?: number | null
  readonly attempt?: number | null
  readonly payload?: unknown
}

/** The code asks for something else than the history has: a run with this history would fail with it. */
export class HistoryViolation extends Error {
  override readonly name = DETERMINISM_VIOLATION
  readonly details: JsonObject

  constructor(message: string, details: JsonObject) {
    super(message)
    this.details = details
  }
}

/**
 * Runs the code over a recorded history, from its top, and calls nothing. Throws a HistoryViolation where the code does
 * not follow it: then a live run with this history would fail, once it takes this code. Use `patched` to lead such runs
 * the old way.
 */
export async function replayHistory(workflow: WorkflowDefinition, history: RecordedHistory): Promise<void> {
  const events = history.map(asEvent)
  const state = fold(initialState(), events)
  if (state.code === undefined) throw new Error('This is no history of a workflow that is code.')
  const { type } = workflow.options
  const { workflow: recorded } = state.header
  if (recorded !== type) throw new Error(`This is a history of ${recorded}, and the code is that of ${type}.`)
  const { instance, replay } = openBody(workflow, state, events)
  const { outcome } = await inside(instance, () =>
    replay.deliver({ ...historyOf(events), endsAfter: endsAfter(events) }),
  )
  const violation = violationOf(outcome)
  if (violation !== null) throw violation
}

function violationOf(outcome: CodeOutcome): HistoryViolation | null {
  return outcome.kind === 'violation' ? new HistoryViolation(outcome.message, outcome.details) : null
}

function asEvent({ seq, type, at, step, iteration, attempt, payload = {} }: RecordedEvent): RunEvent {
  return {
    seq,
    type,
    at: typeof at === 'number' ? at : Date.parse(at),
    payload,
    ...(typeof step === 'string' && { step }),
    ...(typeof iteration === 'number' && { iteration }),
    ...(typeof attempt === 'number' && { attempt }),
  } as RunEvent
}
