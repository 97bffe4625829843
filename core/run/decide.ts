import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { Command, Refusal } from './command.ts'
import type { RunEvent } from './event.ts'
import type { RunState } from './state.ts'

/** What a decision may not make up itself. `now`: milliseconds by the database's clock. `newId`: a UUIDv7. `random`: [0, 1). */
export interface DecisionContext {
  readonly now: number
  newId(): string
  random(): number
}

export type DecisionResult =
  | { readonly ok: true; readonly events: readonly RunEvent[] }
  | { readonly ok: false; readonly refusal: Refusal }

/**
 * Answers a command with the next events of the run, numbered from
 * `state.seq + 1`, or with a refusal that changes nothing. An empty list of
 * events is an answer too: what was asked for is already so.
 */
export function decide(
  _executable: ExecutableDefinition,
  _state: RunState,
  _command: Command,
  _context: DecisionContext,
): DecisionResult {
  throw new Error('being written')
}
