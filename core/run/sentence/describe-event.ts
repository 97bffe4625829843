import { isolateSentence } from '#core/definition/escape-invisible.ts'
import type { EventOf, RunEvent, RunEventType } from '../event.ts'
import type { EndedBy } from '../events/lifecycle-event.ts'
import { statusClause } from '../status-words.ts'
import type { ActorRef } from '../words.ts'
import { describeChecked, describePhase } from './describe-envelope.ts'
import { duration, listed } from './duration.ts'
import { withFullStop } from './parts.ts'

type Describers = { readonly [Type in RunEventType]: (event: EventOf<Type>) => string }

/** One event in words, for histories. */
export function describeEvent(event: RunEvent): string {
  return isolateSentence((describers[event.type] as (event: RunEvent) => string)(event))
}

const describers: Describers = {
  'workflow.run.created': ({ payload: { workflow, version, parent, actor, rerun_of } }) => {
    const what = `${workflow}, version ${version}`
    if (parent !== undefined) return `${parent.step} of the parent run started ${what}.`
    if (rerun_of === undefined) return `${nameOf(actor)} started ${what}.`
    return `${nameOf(actor)} reran ${rerun_of.run_id} as ${what}${because(rerun_of.reason)}`
  },
  'workflow.run.carried_over': ({ payload: { from_run, steps } }) =>
    `The results of ${listed(Object.keys(steps))} were reused from ${from_run}.`,
  'workflow.run.queued': () => 'The run was queued.',
  'workflow.run.promoted': ({ payload }) => `Engine ${payload.engine_id} took the run.`,
  'workflow.run.owned': ({ payload }) => `Engine ${payload.engine_id} took over the run.`,
  'workflow.run.started': () => 'The run started.',
  'workflow.run.status_changed': ({ payload }) => `The status changed from ${payload.from} to ${payload.to}.`,
  'workflow.run.waiting': ({ payload }) => `The run is waiting at ${listed(payload.steps)}.`,
  'workflow.run.paused': ({ payload }) => `${nameOf(payload.actor)} paused the run${because(payload.reason)}`,
  'workflow.run.resumed': ({ step, payload }) =>
    step === undefined
      ? `${nameOf(payload.actor)} resumed the run${because(payload.reason)}`
      : `${nameOf(payload.actor)} resumed ${step}.`,
  'workflow.run.stepped': ({ payload }) => `${nameOf(payload.actor)} stepped the run${because(payload.reason)}`,
  'workflow.run.completed': () => 'The run completed.',
  'workflow.run.failed': ({ payload }) =>
    `The run failed${at(payload.error.step)}: ${payload.error.message}${endedBy(payload)}`,
  'workflow.run.cancelled': ({ payload }) =>
    payload.cause === 'fail_fast'
      ? `The rest of the run was cancelled${because(payload.reason)}${endedBy(payload)}`
      : `${payload.actor === undefined ? 'The engine' : nameOf(payload.actor)} cancelled the run${because(payload.reason)}${endedBy(payload)}`,
  'workflow.run.rolling_back': ({ payload: { again, actor, reason, error } }) => {
    if (actor !== undefined) return `${nameOf(actor)} started the rollback${again ? ' again' : ''}${because(reason)}`
    return error === undefined ? 'The rollback started.' : `The rollback started: ${error.message}`
  },
  'workflow.run.retried': ({ payload }) =>
    `${nameOf(payload.actor)} retried the run${payload.from_step === undefined ? '' : ` from ${payload.from_step}`}${payload.input === undefined ? '' : ' with a new input'} (run attempt ${payload.run_attempt})${because(payload.reason)}`,
  'workflow.run.reopened': ({ payload }) => {
    const entered = payload.steps.filter((step) => step.entered !== undefined).map((step) => step.step)
    if (payload.reason === 'retry') return `${listed(payload.steps.map((step) => step.step))} can run again.`
    return `${payload.reason === 'jump' ? 'A jump' : 'A back edge'} leads to ${listed(entered)}.`
  },
  'workflow.run.acknowledged': ({ payload: { actor, reason, continued_by } }) =>
    continued_by === undefined
      ? `${nameOf(actor)} acknowledged the outcome${because(reason)}`
      : `${nameOf(actor)} continued with the run ${continued_by} and its results${because(reason)}`,
  'workflow.node.overridden': ({ step, payload: { action, to, actor, reason } }) => {
    if (action === 'jump') return `${nameOf(actor)} jumped from ${step} to ${to}${because(reason)}`
    return `${nameOf(actor)} ${action === 'skip' ? 'skipped' : 'marked'} ${step}${action === 'skip' ? '' : ' done'}${because(reason)}`
  },
  'workflow.node.started': ({ step, attempt }) => `${step} started${attempt > 1 ? ` (attempt ${attempt})` : ''}.`,
  'workflow.node.progress': ({ step, attempt, at, payload: { error, retry_at, fraction, note } }) => {
    if (error !== undefined) {
      const again = retry_at === undefined ? '' : ` Retrying in ${duration(retry_at - at)}.`
      return `Attempt ${attempt} of ${step} failed: ${error.message}${again}`
    }
    const share = fraction === undefined ? '' : ` is ${Math.round(fraction * 100)} % done`
    return note === undefined ? `${step}${share || ' is in progress'}.` : `${step}${share}: ${note}`
  },
  'workflow.node.artifact': ({ step, payload: { name } }) => `${step} reported the artifact ${name}.`,
  'workflow.node.completed': ({ step, payload: { jump, ignored_error } }) => {
    if (ignored_error !== undefined) return `${step} failed (ignored): ${ignored_error.message}`
    return jump === undefined ? `${step} completed.` : `${step} completed and jumps to ${jump}.`
  },
  'workflow.run.steps_injected': ({ step, payload }) => `${step} inserted ${listed(payload.steps)} after it.`,
  'workflow.node.failed': ({ step, payload: { error, handled } }) =>
    `${step} failed${handled ? ', continuing with its failure connection' : ''}: ${error.message}`,
  'workflow.node.skipped': ({ step, payload }) => `${step} was skipped: ${skipReasons[payload.reason]}.`,
  'workflow.loop.round_started': ({ step, payload }) => `${step} started iteration ${payload.round + 1}.`,
  'workflow.item.started': ({ step, item, attempt, payload: { name } }) =>
    `${name ?? `Item ${item}`} of ${step} started${attempt > 1 ? ` (attempt ${attempt})` : ''}.`,
  'workflow.item.completed': ({ step, item }) => `Item ${item} of ${step} completed.`,
  'workflow.item.failed': ({ step, item, payload: { error, will_retry } }) =>
    `Item ${item} of ${step} failed${will_retry ? ', retrying' : ''}: ${error.message}`,
  'workflow.human_task.opened': ({ step, payload }) => `${step} asks: ${payload.title}`,
  'workflow.human_task.approved': ({ step, payload: { actor, approvals, required, reason } }) =>
    `${nameOf(actor)} approved ${step} (${approvals} of ${required})${because(reason)}`,
  'workflow.human_task.reminded': ({ step, payload }) => `Reminder ${payload.reminder} of ${step}.`,
  'workflow.human_task.escalated': ({ step, payload }) => `${step} is overdue and was escalated to ${payload.to}.`,
  'workflow.human_task.decided': ({ step, payload }) =>
    `${nameOf(payload.actor)} decided ${step}${because(payload.reason)}`,
  'workflow.human_task.closed': ({ step, payload }) =>
    `The task of ${step} was closed (${payload.reason.replaceAll('_', ' ')}).`,
  'workflow.timer.set': ({ step, at, payload }) =>
    payload.purpose === 'settle'
      ? `Running steps have ${duration(payload.due_at - at)} to finish before the rollback continues without them.`
      : `A timer was set for ${step ?? 'the run'}: due in ${duration(payload.due_at - at)}.`,
  'workflow.timer.fired': ({ step }) => `The timer of ${step ?? 'the run'} fired.`,
  'workflow.timer.cancelled': ({ step }) => `The timer of ${step ?? 'the run'} was stopped.`,
  'workflow.signal.received': ({ step, payload }) =>
    `${nameOf(payload.actor)} sent signal ${payload.signal}${step === undefined ? '' : `, which ${step} was waiting for`}${because(payload.reason)}`,
  'workflow.signal.awaited': ({ step, payload }) => `${step} is waiting for signal ${payload.signal}.`,
  'workflow.signal.taken': ({ step, payload }) => `${step} took signal ${payload.signal}, which had arrived earlier.`,
  'workflow.child.spawned': ({ step, payload }) => `${step} started sub-workflow ${payload.workflow}.`,
  'workflow.child.retried': ({ step, payload }) => `Sub-workflow ${payload.workflow} of ${step} was retried.`,
  'workflow.child.waits_changed': ({ step, payload }) =>
    payload.waits.count === 0
      ? `The sub-workflow of ${step} no longer waits for people.`
      : `The sub-workflow of ${step} is waiting at ${payload.waits.oldest?.step ?? 'a step'}.`,
  'workflow.child.ended': ({ step, payload }) =>
    payload.never_began
      ? `The sub-workflow of ${step} did not start: ${payload.error?.message}`
      : `The sub-workflow of ${step} ${statusClause(payload.status)}.`,
  'workflow.compensation.registered': ({ payload }) => `${payload.command.name} was registered as a compensation.`,
  'workflow.compensation.started': ({ step, attempt }) =>
    `${undoing(step)} started${attempt > 1 ? ` (attempt ${attempt})` : ''}.`,
  'workflow.compensation.completed': ({ step, payload }) => {
    if (payload.outcome === 'noop') return `${step} had nothing to undo.`
    return isRegistered(step) ? `${undoing(step)} completed.` : `${step} was undone.`
  },
  'workflow.compensation.failed': ({ step, payload }) =>
    `${undoing(step)} failed${payload.will_retry ? ', retrying' : ''}: ${payload.error.message}`,
  'workflow.compensation.resolved': ({ step, payload: { actor, note } }) =>
    `${nameOf(actor)} undid ${step} manually${because(note)}`,
  'workflow.code.delivered': ({ payload }) => `The code has seen the events up to ${payload.up_to_seq}.`,
  'workflow.code.delivery_failed': ({ payload }) => `The code did not answer: ${withFullStop(payload.error.message)}`,
  'workflow.code.blocked': ({ payload }) => `The code is waiting${codeWait(payload)}.`,
  'workflow.code.patched': ({ payload }) => `The code takes the new way of ${payload.id}.`,
  'workflow.node.milestone': ({ payload }) => `The run reached ${payload.command.name}.`,
  'workflow.run.cancel_requested': ({ payload }) =>
    `${nameOf(payload.actor)} asked the run to end${payload.compensate ? ' and to undo what it did' : ''}${because(payload.reason)}`,
  'workflow.run.continued_as_new': ({ payload }) => `The run continues as ${payload.new_run_id}.`,
  'workflow.update.requested': ({ payload }) => `Update ${payload.name} was received.`,
  'workflow.update.accepted': ({ payload }) => `Update ${payload.update_id} was accepted.`,
  'workflow.update.completed': ({ payload }) => `Update ${payload.update_id} completed.`,
  'workflow.update.rejected': ({ payload }) =>
    `Update ${payload.update_id} was rejected: ${withFullStop(payload.error.message)}`,
  'workflow.phase.changed': describePhase,
  'workflow.conditions.due': () => 'The conditions are being checked.',
  'workflow.conditions.checked': describeChecked,
  'workflow.locks.released': ({ payload }) =>
    `The run gave back ${listed(payload.resources)} while it waits for people.`,
  'workflow.locks.reacquired': ({ payload }) => `The run has locked ${listed(Object.keys(payload.tokens))} again.`,
  'workflow.locks.lost': ({ payload: { resource, actor, reason } }) =>
    `${nameOf(actor)} took the lock of ${resource} away${because(reason)}`,
}

/** Code registers its compensations by themselves; an undo function belongs to a step. */
const registered = 'compensation:'
const isRegistered = (step: string) => step.startsWith(registered)

function undoing(step: string): string {
  return isRegistered(step) ? `Compensation ${step.slice(registered.length)}` : `Undoing ${step}`
}

const skipReasons: Record<EventOf<'workflow.node.skipped'>['payload']['reason'], string> = {
  dead: 'the run took another way',
  failed: 'something it depends on failed',
  when: 'its condition was false',
  disabled: 'it is disabled in the workflow',
  operator: 'a person skipped it',
  jump: 'a person jumped to another step',
  superseded: 'the run went back before the step ended',
  run_ended: 'the run ended',
  cancelled: 'the code no longer waits for it',
}

function nameOf(actor: ActorRef): string {
  return actor.id === 'engine' ? 'The engine' : (actor.name ?? actor.id)
}

/** The end of a sentence: the given reason, which may have a full stop of its own. */
function because(reason: string | undefined): string {
  return reason === undefined ? '.' : `: ${withFullStop(reason)}`
}

/** A sentence about the actor who ended the rollback early. */
function endedBy({ ended_by: by }: { readonly ended_by?: EndedBy }): string {
  return by === undefined ? '' : ` ${nameOf(by.actor)} ended it during the rollback${because(by.reason)}`
}

function codeWait({ reason, at }: { readonly reason?: string; readonly at?: string }): string {
  return `${reason === undefined ? '' : ` for ${reason}`}${at === undefined ? '' : ` at ${at}`}`
}

function at(step: string | undefined): string {
  return step === undefined ? '' : ` at ${step}`
}
