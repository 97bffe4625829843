import { limits } from '#core/limits.ts'
import type { CommandType } from '#core/run/command.ts'
import type { WaitBound, WaitKind } from '#core/run/plan/waits.ts'
import type { Phase, PublicStatus, Status, TaskState } from '#core/run/statuses.ts'
import type { LifecycleState } from '#core/run/views.ts'
import { minutes } from './markdown.ts'

/** What the words of the four views mean, for the reference. */

export const ofStatus: Record<Status, string> = {
  ACTIVE: 'A step executes in the engine, or the run is about to start one.',
  PENDING_ASYNC: 'A worker has a step in hand, or a timer or the wait before the next attempt runs.',
  WAITING_HUMAN_INPUT: 'A person is asked, or a signal is awaited.',
  PENDING_SUB_WORKFLOW: 'A child run is under way.',
  WAITING_CHILD_HUMAN_INPUT: 'Somewhere below this run, which is the topmost, a child waits for a person or a signal.',
  COMPLETED: 'No step is left, and none has failed without being handled.',
  FAILED: 'A step has failed for good. Error and stack are kept; the run can be retried.',
  FAILED_ROLLED_BACK: 'A step has failed for good, and all that was done has been undone.',
  FAILED_WORKER_CRASH: 'The worker of an ASYNC step fell silent. The run can be retried.',
  FAILED_CHILD_WORKFLOW: 'A child run ended badly and nothing handled it. A retry starts a new child.',
  CANCELLED: 'Somebody, or the run that started it, has cancelled it.',
}

export const ofPhase: Record<Phase, string> = {
  NEW: 'Accepted, not looked at.',
  VALID: 'Its definition and input are in order.',
  BLOCKED_WAITING: 'Something has to happen before it may begin.',
  READY: 'It may begin. A retry begins here.',
  RESOURCE_DISCOVERY: 'What it needs is being found out.',
  RESOURCES_DISCOVERED: 'What it needs is known.',
  SCHEDULED: 'It waits for its turn.',
  LOCKING: 'What it needs is being locked.',
  LOCKED: 'What it needs is locked.',
  RUNNING: 'Its steps are under way.',
  ERROR: 'A step has failed for good.',
  ROLLBACK: 'What was done is being undone.',
  COMPLETED: 'It has done all.',
  FAILED_SAFE: 'It failed and left nothing behind: nothing with effects ran, or all of it was undone.',
  FAILED_UNSAFE: 'It failed, and something that it did was not undone.',
  COMPLETED_ACK: 'Completed, and somebody has acknowledged it.',
  FAILED_SAFE_ACK: 'Failed safely, and somebody has acknowledged it.',
  FAILED_UNSAFE_ACK: 'Failed with effects, and somebody has acknowledged it. It cannot be retried any more.',
}

export const ofPublicStatus: Record<PublicStatus, string> = {
  pending: 'Accepted, not started.',
  running: 'Under way, undoing included.',
  paused: 'Held by an operator: what is in flight ends, nothing new starts.',
  waiting: 'A person or a signal is awaited.',
  completed: 'Ended well.',
  failed: 'Ended badly.',
  cancelled: 'Cancelled by somebody, or by the first failure where the workflow stops at it.',
}

export const ofTaskState: Record<TaskState, string> = {
  queued: 'No engine has it yet.',
  leased: 'An engine works on it.',
  blocked: 'It waits, and takes no memory.',
  succeeded: 'Ended well.',
  failed: 'Ended otherwise.',
}

export const lifecycleStateMeanings: Record<LifecycleState, string> = {
  accepted: 'accepted, not started',
  held: 'held by an operator',
  compensating: 'undoing what was done',
  active: 'a step executes',
  pending: 'waits for a worker, a timer or a child',
  waiting: 'waits for a person or a signal',
  completed: 'completed',
  failed_fast: 'failed, and the workflow stops at the first failure (`fail_fast`)',
  failed: 'failed otherwise',
  cancelled: 'cancelled',
}

type OfTheEngine = 'own' | 'attempt_ended' | 'work_withdrawn' | 'progress' | 'timer_fired' | `child_${string}`
type Verb = Exclude<CommandType, OfTheEngine>

/** What people and other systems may ask of a run, when it is possible, and what it takes beside a reason. */
export const ofVerb: Record<Verb, readonly [what: string, when: string, ...takes: string[]]> = {
  resume: [
    'With an input, answers an open question; without, lifts a hold.',
    'a person is asked, or the run is held',
    'input?',
    'step?',
    'task_id?',
  ],
  pause: ['Holds the run and its children.', 'the run lives and is not held'],
  next_step: ['Runs exactly one step.', 'the run is driven by hand, and nothing is under way', 'user_input?'],
  signal: [
    'Sends a named signal; one that nobody awaits yet is kept.',
    'the run lives and does not undo',
    'signal_name',
    'payload?',
  ],
  retry: [
    'Goes on from the failed step, or from the step that is named; other results are kept. A new input may take the place of the old one.',
    '`FAILED`, `FAILED_WORKER_CRASH`, `FAILED_CHILD_WORKFLOW`, not acknowledged',
    'from_step?',
    'input?',
  ],
  skip: [
    'Goes on behind a step that is in flight, or by which the run failed.',
    'such a step is there, and nothing is undone',
    'step?',
  ],
  mark_done: [
    'Goes on as if such a step had given this output; what a person, a signal or a decision gives has to fit.',
    'the same',
    'output',
    'step?',
  ],
  jump: ['Leaves such a step for one before or after it, or for `END`.', 'the same', 'to_step', 'from_step?'],
  cancel: [
    'Ends the run at once, undoing what was done if asked to. With `force` it ends a run that is undoing as it stands.',
    'the run lives; while it undoes, with `force`',
    'compensate?',
    'force?',
  ],
  rollback: ['Tries again what could not be undone.', '`FAILED` with something that could not be undone'],
  acknowledge: ['Says that somebody has seen the outcome; it is final then.', 'the run has ended'],
}

export const ofWait: Record<WaitKind, string> = {
  accepted: 'to be started by an engine',
  held: 'to be resumed: an operator paused it',
  driven_by_hand: 'for its next step: it is driven by hand',
  running: 'for an attempt that executes',
  with_workers: 'for a worker of the queue, or for the worker that has the task',
  backing_off: 'for the next attempt of a step',
  held_back: 'for the end of a pause, which keeps an attempt back',
  waiting_person: 'for a person',
  waiting_signal: 'for a signal',
  waiting_time: 'for a time',
  waiting_child: 'for a run below it',
  fanned_out: 'for the items of a PARALLEL step',
  looping: 'for the round of a LOOP step',
  resting: 'for its turn: a long loop lets other runs go first',
  settling: 'to roll back, for what executes',
  settling_below: 'to roll back, for a run below it that undoes what it did',
  undoing: 'for a compensation',
  undoing_again: 'for the next attempt of a compensation',
}

export const ofBound: Record<WaitBound, string> = {
  timer: 'a durable timer',
  limited_attempt: `its result, or its time limit: \`timeout_seconds\` of the step, else ${minutes(limits.run.compensationMs)}`,
  attempt:
    'its result, or `timeout_seconds` where the step has it; `cancel`, `skip`, `mark_done` and `jump` do not wait',
  worker:
    'its result, the heartbeat timeout of its worker, or `timeout_seconds` where the step has it; `cancel`, `skip`, `mark_done` and `jump` do not wait',
  people: 'a person',
  program: 'whoever sends it, or `timeout_seconds` where the step has it',
  engine: 'an engine',
  below: 'the end of that run, whose own waits are in this table',
  inside: 'what is inside, whose own waits are in this table',
}

/** Which clocks an operator's pause stops. */
export const ofClock: readonly (readonly [clock: string, held: string])[] = [
  ['Time limit of the run (`timeout_seconds`)', 'stands still, also with `timeout_includes_waits`'],
  [
    'Time limit of a wait (`timeout_seconds` of HUMAN, SIGNAL, WAIT, SUB_WORKFLOW, ASYNC, PARALLEL and LOOP steps)',
    'stands still',
  ],
  ['Time limit of an attempt that executes (function, request, script)', 'goes on'],
  ['WAIT step', 'goes on; the step after it starts when the run is resumed'],
  ['Back-off before the next attempt', 'goes on; the attempt starts when the run is resumed'],
  ['Due date, reminders and escalation of a human task', 'go on: they fail nothing, and an answer is taken meanwhile'],
  ['Heartbeat of a worker', 'goes on'],
]
