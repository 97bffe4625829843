import { limits } from '#core/limits.ts'
import type { CommandType } from '#core/run/command.ts'
import type { WaitBound, WaitKind } from '#core/run/plan/waits.ts'
import type { Phase, PublicStatus, Status, TaskState } from '#core/run/statuses.ts'
import type { LifecycleState } from '#core/run/views/view-table.ts'
import { minutes } from './markdown.ts'

/** What the words of the four views mean, for the reference. */

export const ofStatus: Record<Status, string> = {
  ACTIVE: 'A step executes in the engine, or is about to start.',
  PENDING_ASYNC: 'A worker executes a step, or a timer or the backoff before the next attempt runs.',
  WAITING_HUMAN_INPUT: 'The run waits for a person or a signal.',
  PENDING_SUB_WORKFLOW: 'A sub-workflow is running.',
  WAITING_CHILD_HUMAN_INPUT: 'A sub-workflow at any depth below this root run waits for a person or a signal.',
  COMPLETED: 'All steps have ended, and every failure was handled.',
  FAILED: 'A step has failed after its last attempt. Error and stack are stored; the run can be retried.',
  FAILED_ROLLED_BACK: 'A step has failed, and all completed steps were rolled back.',
  FAILED_WORKER_CRASH: 'The worker of an ASYNC step stopped sending heartbeats. The run can be retried.',
  FAILED_CHILD_WORKFLOW: 'A sub-workflow failed, and the failure was not handled. A retry starts a new one.',
  CANCELLED: 'A person, or the parent run, cancelled the run.',
}

export const ofPhase: Record<Phase, string> = {
  NEW: 'Accepted, not yet validated.',
  VALID: 'Definition and input are valid.',
  BLOCKED_WAITING: 'A precondition is not met yet.',
  READY: 'Ready to start. A retry begins here.',
  RESOURCE_DISCOVERY: 'Required resources are being discovered.',
  RESOURCES_DISCOVERED: 'Required resources are known.',
  SCHEDULED: 'Waiting in the queue.',
  LOCKING: 'Required resources are being locked.',
  LOCKED: 'Required resources are locked.',
  RUNNING: 'Steps are executing.',
  ERROR: 'A step has failed after its last attempt.',
  ROLLBACK: 'Completed steps are being rolled back.',
  COMPLETED: 'All steps have ended.',
  FAILED_SAFE: 'Failed without side effects: none occurred, or all were rolled back.',
  FAILED_UNSAFE: 'Failed, and some side effects were not rolled back.',
  COMPLETED_ACK: 'Completed and acknowledged.',
  FAILED_SAFE_ACK: 'Failed safely and acknowledged.',
  FAILED_UNSAFE_ACK: 'Failed with side effects and acknowledged. It can no longer be retried.',
}

export const ofPublicStatus: Record<PublicStatus, string> = {
  pending: 'Accepted, not started.',
  running: 'Running or rolling back.',
  paused: 'Paused by an operator: attempts in flight end, no new one starts.',
  waiting: 'Waiting for a person or a signal.',
  completed: 'Completed.',
  failed: 'Failed.',
  cancelled: 'Cancelled by a person, or by the first failure of a workflow with `fail_fast`.',
}

export const ofTaskState: Record<TaskState, string> = {
  queued: 'No engine has claimed the run yet.',
  leased: 'An engine executes the run.',
  blocked: 'The run waits and uses no memory.',
  succeeded: 'Completed.',
  failed: 'Ended without completing.',
}

export const lifecycleStateMeanings: Record<LifecycleState, string> = {
  accepted: 'accepted, not started',
  queueing: 'waits for its conditions or its locks',
  held: 'paused by an operator',
  compensating: 'rolling back completed steps',
  active: 'a step executes',
  pending: 'waits for a worker, a timer or a child',
  waiting: 'waits for a person or a signal',
  completed: 'completed',
  failed_fast: 'failed, and the workflow stops at the first failure (`fail_fast`)',
  failed: 'failed otherwise',
  cancelled: 'cancelled',
}

type OfTheEngine =
  | 'own'
  | 'attempt_ended'
  | 'work_withdrawn'
  | 'progress'
  | 'timer_fired'
  | `child_${string}`
  | `conditions_${string}`
  | `locks_${string}`
  | 'lock_lost'
  // Runs of code cannot be started yet.
  | 'code_task_ended'
  | 'update'
type Verb = Exclude<CommandType, OfTheEngine>

/** Verbs of people and other systems on a run: effect, precondition, and parameters beside a reason. */
export const ofVerb: Record<Verb, readonly [what: string, when: string, ...takes: string[]]> = {
  resume: [
    'With an input: answers an open task. Without: resumes a paused run.',
    'the run waits for a person, or is paused',
    'input?',
    'step?',
    'task_id?',
  ],
  pause: ['Pauses the run and its sub-workflows.', 'the run has not ended and is not paused'],
  next_step: ['Runs exactly one step.', 'the run is stepped through manually, and no step is executing', 'user_input?'],
  signal: [
    'Sends a named signal. It is stored until a step waits for it.',
    'the run has not ended and is not rolling back',
    'signal_name',
    'payload?',
  ],
  retry: [
    'Continues from the failed step or from `from_step`. Other results are kept. `input` replaces the input of the run.',
    '`FAILED`, `FAILED_WORKER_CRASH`, `FAILED_CHILD_WORKFLOW`, not acknowledged',
    'from_step?',
    'input?',
  ],
  skip: [
    'Continues after a step that is in flight or has failed the run.',
    'such a step exists, and no rollback is running',
    'step?',
  ],
  mark_done: [
    'Continues as if the step had returned this output. The output must match the form, signal schema or decision.',
    'the same',
    'output',
    'step?',
  ],
  jump: ['Continues at another step before or after it, or at `END`.', 'the same', 'to_step', 'from_step?'],
  cancel: [
    'Ends the run immediately, with a rollback if `compensate` is set. `force` ends a run during its rollback.',
    'the run has not ended; during a rollback only with `force`',
    'compensate?',
    'force?',
  ],
  rollback: [
    'Retries compensations that failed. With an envelope, `resolved` names steps that were undone by hand.',
    '`FAILED` with failed compensations; with an envelope `FAILED_UNSAFE`, not acknowledged',
    'only?',
    'resolved?',
  ],
  acknowledge: ['Acknowledges the outcome, which is final from then on.', 'the run has ended'],
}

export const ofWait: Record<WaitKind, string> = {
  accepted: 'to be started by an engine',
  awaiting_conditions: 'for the conditions of its envelope',
  discovering: 'for the function that discovers its resources',
  awaiting_locks: 'for the locks of its resources',
  held: 'for an operator to resume the run',
  driven_by_hand: 'for a person to run the next step',
  running: 'for an attempt that executes',
  with_workers: 'for a worker of the queue, or for the worker that has the task',
  backing_off: 'for the next attempt of a step',
  held_back: 'for the end of a pause that holds back an attempt',
  waiting_person: 'for a person',
  waiting_signal: 'for a signal',
  waiting_time: 'for a time',
  waiting_child: 'for a sub-workflow',
  fanned_out: 'for the items of a PARALLEL step',
  looping: 'for the round of a LOOP step',
  resting: 'for its turn: a long loop yields to other runs',
  settling: 'for executing attempts to end before the rollback',
  settling_below: 'for the rollback of a sub-workflow',
  undoing: 'for a compensation',
  undoing_again: 'for the next attempt of a compensation',
}

export const ofBound: Record<WaitBound, string> = {
  timer: 'a durable timer',
  limited_attempt: `its result, or its time limit: \`timeout_seconds\` of the step, otherwise ${minutes(limits.run.compensationMs)}`,
  attempt: 'its result, or `timeout_seconds` if the step has one; `cancel`, `skip`, `mark_done` and `jump` do not wait',
  worker:
    'its result, the heartbeat timeout of its worker, or `timeout_seconds` if the step has one; `cancel`, `skip`, `mark_done` and `jump` do not wait',
  people: 'a person',
  program: 'the sender of the signal, `conditions_timeout_seconds` of the envelope, or `timeout_seconds` of the step',
  engine: 'an engine',
  below: 'the end of the sub-workflow, whose own waits are in this table',
  inside: 'the steps inside, whose own waits are in this table',
  locks:
    'the runs that hold the resources or come first in the queue, `wait_timeout_seconds` of the envelope, or an administrator',
}

/** Which clocks an operator's pause stops. */
export const ofClock: readonly (readonly [clock: string, held: string])[] = [
  ['Time limit of the run (`timeout_seconds`)', 'stops, also with `timeout_includes_waits`'],
  [
    'Time limit of a wait (`timeout_seconds` of HUMAN, SIGNAL, WAIT, SUB_WORKFLOW, ASYNC, PARALLEL and LOOP steps)',
    'stops',
  ],
  ['Time limits of the envelope (conditions, discovery, locks, rollback)', 'stop'],
  ['Time limit of an attempt that executes (function, request, script)', 'continues'],
  ['WAIT step', 'continues; the next step starts when the run is resumed'],
  ['Backoff before the next attempt', 'continues; the attempt starts when the run is resumed'],
  [
    'Due date, reminders and escalation of a human task',
    'continue: none of them fails a step, and answers are accepted during the pause',
  ],
  ['Heartbeat of a worker', 'continues'],
]
