import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { duration, fromNow, listed } from './duration.ts'
import { readiness } from './edges.ts'
import type { ActorRef, HumanTaskSpec, RunError } from './event.ts'
import type {
  BackingOff,
  ChildState,
  FannedOut,
  Hold,
  Outcome,
  Rollback,
  Running,
  RunState,
  WaitingForChild,
  WaitingForTime,
} from './state.ts'
import { humanWaits, openSignals, openTasks, type Situation, type Status, situationOf, statusOf } from './views.ts'

interface Telling {
  readonly executable: ExecutableDefinition | null
  readonly state: RunState
  readonly now: number
}

/** What is the run doing, why, since when, and what would move it: one or two sentences for the head of its page. `now` in milliseconds. */
export function sentence(executable: ExecutableDefinition | null, state: RunState, now: number): string {
  return sentences[situationOf(state)]({ executable, state, now })
}

const sentences: Record<Situation, (telling: Telling) => string> = {
  accepted: ({ state, now }) => `Waiting for an engine to start it, since ${duration(now - state.createdAt)}.`,
  held: tellHold,
  compensating: tellRollback,
  active: tellActive,
  pending: tellPending,
  waiting: tellWaiting,
  completed: ({ state, now }) => {
    const { at } = state.outcome as Outcome
    return `Completed ${fromNow(at, now)}, after ${duration(at - state.createdAt)}.`
  },
  failed_fast: tellFailure,
  failed: tellFailure,
  cancelled: ({ state, now }) => {
    const { at, actor, reason, notUndone } = state.outcome as Outcome & { actor: ActorRef }
    return `Cancelled${by(actor)} ${fromNow(at, now)}${because(reason)}.${leftOf(notUndone)}`
  },
}

function tellHold({ state, now }: Telling): string {
  const { actor, since, reason } = state.hold as Hold
  const still = state.open.length === 0 ? '' : ` ${listed(state.open)} may still end.`
  return `Paused${by(actor)}, since ${duration(now - since)}${because(reason)}.${still} Resume it and it goes on.`
}

function tellRollback({ state }: Telling): string {
  const { current, error } = state.rollback as Rollback
  const why = error?.step === undefined ? '' : ` because ${error.step} failed`
  if (state.open.length > 0) return `Rolling back${why}: ${listed(state.open)} must end first.`
  if (current === null) return `Rolling back${why}.`
  const again = current.attempt > 1 ? `, attempt ${current.attempt}` : ''
  return `Rolling back${why}: undoing ${current.step}${again}.`
}

function tellActive(telling: Telling): string {
  const { state, now } = telling
  const running = open<Running>(state, 'running')
  const [first] = running
  if (first === undefined) return tellFan(telling) ?? tellIdle(telling)
  if (running.length > 1) return `Running ${listed(running.map((step) => step.name))}.`
  const again = first.attempt > 1 ? `, attempt ${first.attempt}` : ''
  const note = first.note === undefined ? '' : ` It says: ${first.note}`
  return `Running ${first.name}${again}, since ${duration(now - first.attemptStartedAt)}.${note}`
}

/** Nothing is in flight: a run on manual drive waits for its driver. */
function tellIdle({ executable, state, now }: Telling): string {
  const next = executable?.steps.find((step) => readiness(executable, state, step.name) === 'ready')
  const what = next === undefined ? 'its next step' : next.name
  return `Waiting for somebody to step it, since ${duration(now - state.at)}: ${what} is ready.`
}

/** How far a PARALLEL step is. */
function tellFan({ state, now }: Telling): string | undefined {
  const [first] = open<FannedOut>(state, 'fanned_out')
  if (first === undefined) return undefined
  const { count, completed, failed } = first.fan
  const bad = failed > 0 ? `, ${failed} failed` : ''
  return `Working on ${first.name}, since ${duration(now - first.since)}: ${completed} of ${count} done${bad}.`
}

function tellPending(telling: Telling): string {
  const { executable, state, now } = telling
  const [retry] = open<BackingOff>(state, 'backing_off')
  if (retry !== undefined) {
    const of = executable?.step(retry.name).retry?.max_attempts
    const number = `attempt ${retry.attempt + 1}${of === undefined ? '' : ` of ${of + retry.attemptsBefore}`}`
    return `${retry.name} failed: ${withFullStop(retry.error.message)} It is tried again ${fromNow(retry.retryAt, now)} (${number}).`
  }
  const [wait] = open<WaitingForTime>(state, 'waiting_time').sort((a, b) => a.dueAt - b.dueAt)
  if (wait !== undefined) {
    return `Waiting in ${wait.name}, since ${duration(now - wait.since)}; it goes on ${fromNow(wait.dueAt, now)}.`
  }
  const fan = tellFan(telling)
  if (fan !== undefined) return fan
  const children = open<WaitingForChild>(state, 'waiting_child')
  const workflows = children.map((step) => (state.children[step.childRunId] as ChildState).workflow)
  const since = Math.min(...children.map((step) => step.since))
  return `Waiting for the sub-workflow ${listed(workflows)} to end, since ${duration(now - since)}.`
}

function tellWaiting({ state, now }: Telling): string {
  const [first, ...others] = openTasks(state).toSorted((a, b) => a.since - b.since)
  if (first !== undefined) {
    const due = first.task.due_at === undefined ? '' : `, due ${fromNow(first.task.due_at, now)}`
    const more =
      others.length === 0 ? '' : ` ${others.length} more ${others.length === 1 ? 'waits' : 'wait'} for people.`
    return `Waiting for ${who(first.task)} to decide ${first.step}, since ${duration(now - first.since)}${due}.${more}`
  }
  const [signal] = openSignals(state)
  if (signal !== undefined) {
    return `Waiting for the signal ${signal.signal} at ${signal.step}, since ${duration(now - signal.since)}.`
  }
  const { count, oldest } = humanWaits(state)
  const where =
    oldest === undefined ? 'a step of a sub-workflow' : `${oldest.step} in the sub-workflow ${oldest.workflow}`
  const since = oldest === undefined ? '' : `, since ${duration(now - oldest.since)}`
  const more = count > 1 ? ` ${count - 1} more ${count === 2 ? 'waits' : 'wait'} below.` : ''
  return `Waiting for a person to decide ${where}${since}.${more}`
}

const whatNow: Partial<Record<Status, string>> = {
  FAILED: ' A retry goes on from there.',
  FAILED_CHILD_WORKFLOW: ' A retry starts a new sub-workflow.',
  FAILED_WORKER_CRASH: ' A retry goes on from there.',
  FAILED_ROLLED_BACK: ' What it had done was undone.',
}

function tellFailure({ state, now }: Telling): string {
  const { at, error, notUndone } = state.outcome as Outcome & { error: RunError }
  const where = error.step === undefined ? '' : ` at ${error.step}`
  const next = state.acknowledged ? '' : whatNow[statusOf(state)]
  return `Failed${where} ${fromNow(at, now)}: ${withFullStop(error.message)}${leftOf(notUndone)}${next}`
}

function leftOf(notUndone: Outcome['notUndone']): string {
  return notUndone === undefined ? '' : ` Not undone: ${listed(notUndone)}.`
}

function who({ assignees, groups }: HumanTaskSpec): string {
  const names = [...assignees, ...groups.map((group) => `the group ${group}`)]
  return names.length === 0 ? 'somebody' : listed(names, 'or')
}

function by(actor: ActorRef): string {
  return ` by ${actor.id === 'engine' ? 'the engine' : (actor.name ?? actor.id)}`
}

function because(reason: string | undefined): string {
  return reason === undefined ? '' : `: ${reason.replace(/\.$/, '')}`
}

function withFullStop(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

function open<State extends { readonly status: string }>(state: RunState, status: State['status']) {
  return state.open.flatMap((name) => {
    const step = state.steps[name]
    return step?.status === status ? [{ ...(step as unknown as State), name }] : []
  })
}
