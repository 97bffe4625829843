import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { Command, CommandOf, CommandType, Refusal } from '../../command.ts'
import { conclude } from '../../decide/conclude.ts'
import type { DecisionContext } from '../../decide/context.ts'
import { Decision } from '../../decide/decision.ts'
import { refuse, stale } from '../../decide/refuse.ts'
import { acknowledge } from '../../decide/verbs/acknowledge.ts'
import { childWaits } from '../../decide/verbs/child-waits.ts'
import { own } from '../../decide/verbs/own.ts'
import { pause } from '../../decide/verbs/pause.ts'
import { progress } from '../../decide/verbs/progress.ts'
import { repeatRollback } from '../../decide/verbs/repeat-rollback.ts'
import type { DecisionResult } from '../../decide.ts'
import type { RunState } from '../../state.ts'
import { startDueAttempts, taskWithdrawn } from './activity.ts'
import { cancelCode } from './cancel-code.ts'
import { childOfCodeEnded } from './child-ended.ts'
import { codeTaskEnded } from './code-task-ended.ts'
import { requestUpdate, signalCode } from './messages.ts'
import { resumeCode } from './resume-code.ts'
import { retryCode } from './retry-code.ts'
import { attemptOfCodeEnded, rollBackCode } from './roll-back-code.ts'
import { codeTimerFired } from './timer-fired.ts'

type Verbs = { readonly [Type in CommandType]: (decision: Decision, command: CommandOf<Type>) => Refusal | null }

const verbs: Verbs = {
  own,
  attempt_ended: attemptOfCodeEnded,
  progress,
  work_withdrawn: taskWithdrawn,
  timer_fired: codeTimerFired,
  child_ended: childOfCodeEnded,
  child_retried: () => stale('The code has seen the failure of this sub-workflow run.'),
  child_waits: childWaits,
  resume: resumeCode,
  pause,
  retry: retryCode,
  cancel: cancelCode,
  next_step: () => refuse('NOT_MANUAL', 'A workflow that is code runs by itself: it has no steps to start one by one.'),
  signal: signalCode,
  rollback: repeatRollback,
  skip: refuseOverride,
  mark_done: refuseOverride,
  jump: refuseOverride,
  acknowledge,
  conditions_checked: noEnvelope,
  conditions_due: noEnvelope,
  locks_granted: noEnvelope,
  locks_refused: noEnvelope,
  lock_lost: noEnvelope,
  code_task_ended: codeTaskEnded,
  update: requestUpdate,
}

/**
 * Answers a command to a run whose workflow is code. The same promises as for steps (decide.ts): events are numbered
 * and applied as they are made, a refusal changes nothing, and equal arguments give equal events. `executable`: the
 * definition without steps, by which the shared parts read options of the workflow.
 */
export function decideCode(
  executable: ExecutableDefinition,
  state: RunState,
  command: Command,
  context: DecisionContext,
): DecisionResult {
  const decision = new Decision(executable, state, context)
  const verb = verbs[command.type] as (decision: Decision, command: Command) => Refusal | null
  const refusal = verb(decision, command)
  if (refusal !== null) return { ok: false, refusal }
  startDueAttempts(decision)
  rollBackCode(decision)
  conclude(decision)
  return { ok: true, events: decision.events, state: decision.nextState }
}

function refuseOverride(): Refusal {
  const message = 'The code of this workflow decides what follows: change the code and retry the run instead.'
  return refuse('INVALID_TRANSITION', message)
}

function noEnvelope(): Refusal {
  return stale('A workflow that is code has no conditions and no locks.')
}
