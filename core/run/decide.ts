import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { Command, CommandOf, CommandType, Refusal } from './command.ts'
import { advance } from './decide/advance.ts'
import { conclude } from './decide/conclude.ts'
import type { DecisionContext } from './decide/context.ts'
import { Decision } from './decide/decision.ts'
import { conditionsChecked, conditionsDue } from './decide/envelope/conditions.ts'
import { lockLost, locksGranted, locksRefused } from './decide/envelope/lock.ts'
import { refuse, stale } from './decide/refuse.ts'
import { acknowledge } from './decide/verbs/acknowledge.ts'
import { attemptEnded } from './decide/verbs/attempt-ended.ts'
import { cancel } from './decide/verbs/cancel.ts'
import { childEnded } from './decide/verbs/child-ended.ts'
import { childRetried } from './decide/verbs/child-retried.ts'
import { childWaits } from './decide/verbs/child-waits.ts'
import { jump } from './decide/verbs/jump.ts'
import { markDone } from './decide/verbs/mark-done.ts'
import { nextStep } from './decide/verbs/next-step.ts'
import { own } from './decide/verbs/own.ts'
import { pause } from './decide/verbs/pause.ts'
import { progress } from './decide/verbs/progress.ts'
import { repeatRollback } from './decide/verbs/repeat-rollback.ts'
import { resume } from './decide/verbs/resume.ts'
import { retry } from './decide/verbs/retry.ts'
import { signal } from './decide/verbs/signal.ts'
import { skip } from './decide/verbs/skip.ts'
import { timerFired } from './decide/verbs/timer-fired.ts'
import { workWithdrawn } from './decide/verbs/work-withdrawn.ts'
import type { RunEvent } from './event.ts'
import type { RunState } from './state.ts'

type Verbs = { readonly [Type in CommandType]: (decision: Decision, command: CommandOf<Type>) => Refusal | null }

const verbs: Verbs = {
  own,
  attempt_ended: attemptEnded,
  progress,
  work_withdrawn: workWithdrawn,
  timer_fired: timerFired,
  child_ended: childEnded,
  child_retried: childRetried,
  child_waits: childWaits,
  resume,
  pause,
  retry,
  cancel,
  next_step: nextStep,
  signal,
  rollback: repeatRollback,
  skip,
  mark_done: markDone,
  jump,
  acknowledge,
  conditions_checked: conditionsChecked,
  conditions_due: conditionsDue,
  locks_granted: locksGranted,
  locks_refused: locksRefused,
  lock_lost: lockLost,
  code_task_ended: () => stale('The workflow of this run is made of steps.'),
  update: () => refuse('INVALID_TRANSITION', 'Only runs of code take updates; send a signal instead.'),
}

export type DecisionResult =
  | {
      readonly ok: true
      readonly events: readonly RunEvent[]
      /** The state after these events, as a fold of them gives it. */
      readonly state: RunState
    }
  | { readonly ok: false; readonly refusal: Refusal }

/**
 * Answers a command with the next events of the run, numbered from `state.seq + 1`, or with a refusal that changes
 * nothing. An empty list of events means that the requested state holds already.
 *
 * 1. Every event is applied as soon as it is made; the decision goes on from there.
 * 2. At the end of a batch the run can do nothing more by itself: every ready step has started, unless a hold or manual
 *    drive keeps it back.
 * 3. Equal state, command and context give equal events.
 */
export function decide(
  executable: ExecutableDefinition,
  state: RunState,
  command: Command,
  context: DecisionContext,
): DecisionResult {
  const decision = new Decision(executable, state, context)
  const verb = verbs[command.type] as (decision: Decision, command: Command) => Refusal | null
  const refusal = verb(decision, command)
  if (refusal !== null) return { ok: false, refusal }
  advance(decision)
  conclude(decision)
  return { ok: true, events: decision.events, state: decision.nextState }
}
