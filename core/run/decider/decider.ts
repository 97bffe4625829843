import type { Command } from '../command.ts'
import type { DecisionContext } from '../decide/context.ts'
import type { DecisionResult } from '../decide.ts'
import type { Effect } from '../effect.ts'
import type { LocksOf } from '../envelope/locks-of.ts'
import type { RunEvent } from '../event.ts'
import type { RunState } from '../state.ts'
import type { Views } from '../views/view-table.ts'
import type { HumanWaits, RunError } from '../words.ts'

/**
 * The decider of one definition: what its runs do. The shell of the engine (server/engine/{ownership,commit,session})
 * knows runs by this port alone, so that a new kind of definition needs a new decider and no change of the shell.
 * All kinds share the vocabulary: RunState, RunEvent, Command and Effect.
 *
 * A decider guarantees (core/run/testing/decider-contract.ts tests each of them):
 * 1. Pure: no clock, no chance, no input or output; it changes none of its arguments.
 * 2. Deterministic: equal state, command and context give equal events.
 * 3. Numbered: the events of a decision begin at `state.seq + 1` and have no gap; their instants never go back.
 * 4. Replayable: the state of a decision is what `evolve` makes of its events, also after both were JSON.
 * 5. A refusal, and a decision without events, changes nothing.
 * 6. Effects follow from the state alone, have ids that are unique in a plan and equal after a replay; a run that has
 *    ended is owed nothing but an acknowledgement.
 * 7. `own`, the first command of every run, starts it unless a hold or its envelope keeps it back.
 */
export interface Decider {
  /** Answers a command with the next events of the run and the state after them, or with a refusal. */
  decide(state: RunState, command: Command, context: DecisionContext): DecisionResult
  /** The state after more events, read from the log. */
  evolve(state: RunState, events: Iterable<RunEvent>): RunState
  /** The effects that the engine owes the run in this state. */
  plan(state: RunState): readonly Effect[]
  /** The locks that the run requests and holds in this state. */
  locks(state: RunState): LocksOf
  readonly views: DeciderViews
}

/** What lists and answers show of a run, computed from its state. */
export interface DeciderViews {
  of(state: RunState): Views
  /** Steps under way, for lists. */
  currentSteps(state: RunState): readonly string[]
  /** Human tasks for which the run waits, in itself and in its descendants. */
  humanWaits(state: RunState): HumanWaits
  /** The error that a list shows; null when there is none. */
  error(state: RunState): RunError | null
  /**
   * True when the views cannot differ in the two states; false when they may. The check has to cost less than the
   * views: it is made at every decision, the views only after a false.
   */
  areSame(before: RunState, after: RunState): boolean
}
