import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { readableName } from '#core/definition/readable-name.ts'
import { parseInstant } from '#core/parse-instant.ts'
import { readiness } from '../edges.ts'
import { type ChildState, type RunState, stepState } from '../state.ts'
import type { StepTimeout, WaitingForChild } from '../step-state.ts'
import { type OpenTask, openTasks } from '../views/open-work.ts'
import { humanWaits, isForSignal, openSignals } from '../views/waits.ts'
import type { HumanTaskSpec } from '../words.ts'
import { duration, listed, soon } from './duration.ts'
import { openOf, parts, runPart, type SentencePart, say, stepPart, steps, withFullStop } from './parts.ts'

/** Display names of the people and groups that a task asks. */
export interface Names {
  person(id: string): string
  group(id: string): string
}

export const bareNames: Names = { person: (id) => id, group: (id) => id }

interface Known {
  readonly id: string
  readonly name: string
}

/** Display names from a directory; an unknown person or group is called by its id. */
export function namesIn(people: readonly Known[], groups: readonly Known[]): Names {
  return { person: calling(people), group: calling(groups) }
}

function calling(known: readonly Known[]): (id: string) => string {
  const names = new Map(known.map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? id
}

/** The state of a step's task with the workers of its queue, which the run does not know. */
export interface AtWorkers {
  readonly step: string
  /** RFC 3339; null while no worker has taken it. */
  readonly claimedAt: string | null
  /** How many workers serve the queue. */
  readonly workers: number
}

/** The bounds of how many runs execute at once, for a run that waits for its slot. */
export interface SlotWait {
  /** Of all owners together; null: no bound. */
  readonly slots: number | null
  readonly perOwner: number | null
}

/** `at most 2 runs execute at once`. */
export function slotBounds({ slots, perOwner }: SlotWait): string {
  const runs = (count: number) => (count === 1 ? '1 run' : `${count} runs`)
  // At least one of the bounds is set.
  if (slots === null) return `at most ${runs(perOwner as number)} of one owner at once`
  return `at most ${runs(slots)} at once${perOwner === null || perOwner >= slots ? '' : `, ${perOwner} of one owner`}`
}

/** The request of a run for its locks as the queue has it now; the log has it as of the last change of the blocker. */
export interface LockWait {
  /** The locks of other runs for which it waits, in the order of the resources; absent where only the log is known. */
  readonly holders?: readonly BlockingLock[]
  /** Place among the requests that share a resource, from 1; null: unknown. */
  readonly position: number | null
  /** The runs that hold the resources or come first. */
  readonly blockedBy: readonly string[]
  readonly retryNote: string | null
}

/** A lock of another run on a resource that a run waits for. */
export interface BlockingLock {
  readonly resource: string
  readonly runId: string
  /** The run has ended unsafe, and keeps the lock. */
  readonly quarantined: boolean
}

export interface Telling {
  /** Present where the run waits for its locks now. */
  readonly lockWait?: LockWait | undefined
  readonly names: Names
  readonly work: readonly AtWorkers[]
  readonly executable: ExecutableDefinition | null
  readonly state: RunState
  readonly now: number
}

/** Sentence about a run that executes, or is about to. */
export function tellActive(telling: Telling): readonly SentencePart[] {
  const { state, now } = telling
  const running = openOf(state, 'running').filter(({ queue }) => queue === undefined)
  const [first] = running
  if (first === undefined) return tellFan(telling) ?? tellIdle(telling)
  const since = duration(now - Math.min(...running.map((step) => step.attemptStartedAt)))
  if (running.length > 1) return say`Running ${steps(running.map((step) => step.name))} for ${since}.`
  const again = first.attempt > 1 ? `, attempt ${first.attempt},` : ''
  return say`Running ${stepPart(first.name)}${again} for ${since}.${said(first.note)}`
}

const said = (note: string | undefined) => (note === undefined ? '' : ` Progress: ${note}`)

/** An idle run waits for its driver on manual drive, and is between two events otherwise. */
function tellIdle({ executable, state, now }: Telling): readonly SentencePart[] {
  const next = executable?.steps.find((step) => readiness(executable, state, step.name) === 'ready')
  const what = next === undefined ? 'its next step' : stepPart(next.name)
  const since = duration(now - state.at)
  if (state.header.drive !== 'manual') {
    return say`Ready to ${next === undefined ? 'continue' : say`start ${what}`} for ${since}.`
  }
  return say`Waiting for the next manual step for ${since}: ${what} is ready.`
}

/** How far a PARALLEL step is. */
function tellFan({ state, now }: Telling): readonly SentencePart[] | undefined {
  const [first] = openOf(state, 'fanned_out')
  if (first === undefined) return undefined
  const { count, completed, failed } = first.fan
  const far = `${completed} of ${count} done${failed > 0 ? `, ${failed} failed` : ''}`
  return say`Running ${stepPart(first.name)} in parallel for ${duration(now - first.since)}: ${far}.`
}

/** Sentence about a run that waits for workers, time or sub-workflows, and not for people. */
export function tellPending(telling: Telling): readonly SentencePart[] {
  const { state, now } = telling
  const [work] = openOf(state, 'running')
  if (work !== undefined) {
    const again = work.attempt > 1 ? `, attempt ${work.attempt},` : ''
    const { queue } = work
    if (queue === undefined) {
      return say`Running ${stepPart(work.name)}${again} for ${duration(now - work.attemptStartedAt)}.${said(work.note)}`
    }
    const known = telling.work.find(({ step }) => step === work.name)
    // A run knows of its worker only by what the worker reports: until then there may be none.
    const isTaken = work.note !== undefined || work.fraction !== undefined
    if (known !== undefined && known.claimedAt === null && !isTaken) {
      const since = duration(now - work.attemptStartedAt)
      return say`Waiting for a worker on queue ${queue} to take ${stepPart(work.name)}${again || ','} for ${since}. ${whoServes(known)}`
    }
    const claimedAt = known?.claimedAt ?? null
    const since = duration(now - (claimedAt === null ? work.attemptStartedAt : (parseInstant(claimedAt) as number)))
    const where =
      isTaken || claimedAt !== null
        ? `has been running on a worker of queue ${queue}`
        : `has been in queue ${queue} or running`
    return say`${stepPart(work.name)}${again} ${where} for ${since}.${said(work.note)}`
  }
  return tellRetry(telling) ?? tellTimer(telling) ?? tellFan(telling) ?? tellRest(telling) ?? tellChildren(telling)
}

/** Sentence about the number of workers that serve the queue. */
export function whoServes({ workers }: Pick<AtWorkers, 'workers'>): string {
  if (workers === 0) return 'No worker serves this queue. Start one to continue.'
  return workers === 1
    ? 'One worker serves it and takes this once it has capacity.'
    : `${workers} workers serve it; one takes this once it has capacity.`
}

function tellRetry({ executable, state, now }: Telling): readonly SentencePart[] | undefined {
  const [retry] = openOf(state, 'backing_off')
  // A call that a hold keeps back did not fail; a paused run says that it is paused.
  if (retry?.error === undefined) return undefined
  // The commands of code are no steps of its definition.
  const of = executable?.has(retry.name) ? executable.step(retry.name).retry?.max_attempts : undefined
  const number = `attempt ${retry.attempt + 1}${of === undefined ? '' : ` of ${of + retry.attemptsBefore}`}`
  const when = soon(retry.retryAt, now)
  return say`${stepPart(retry.name)} failed: ${withFullStop(retry.error.message)} Retrying ${when} (${number}).`
}

function tellTimer({ state, now }: Telling): readonly SentencePart[] | undefined {
  const [wait] = openOf(state, 'waiting_time').toSorted((a, b) => a.dueAt - b.dueAt)
  if (wait === undefined) return undefined
  return say`Waiting in ${stepPart(wait.name)} for ${duration(now - wait.since)}; continues ${soon(wait.dueAt, now)}.`
}

function tellRest({ state }: Telling): readonly SentencePart[] | undefined {
  const loop = openOf(state, 'looping').find(({ resting }) => resting !== undefined)
  return loop && say`${stepPart(loop.name)} yields to other runs and continues automatically.`
}

function tellChildren({ state, now }: Telling): readonly SentencePart[] {
  const children = openOf(state, 'waiting_child')
  const workflows = children.map(({ childRunId }) =>
    runPart((state.children[childRunId] as ChildState).workflow, childRunId),
  )
  const since = Math.min(...children.map((step) => step.since))
  const most = children.length === 1 ? atMost((children[0] as WaitingForChild).timeout, now) : ''
  return say`Waiting for sub-workflow ${parts(workflows)} for ${duration(now - since)}${most}.`
}

/** Sentence about a run that waits for people or signals, itself or below. */
export function tellWaiting({ state, now, names }: Telling): readonly SentencePart[] {
  const { count, oldest } = humanWaits(state)
  const [first] = openTasks(state).toSorted((a, b) => a.since - b.since)
  if (first !== undefined) {
    const kinds = openSignals(state).length > 0 ? 'people or signals' : 'people'
    const when = `open for ${duration(now - first.since)}${dueOf(first.task, now)}${atMost(timeoutOf(state, first.step), now)}`
    return say`Waiting for ${who(first, names)} to decide ${stepPart(first.step)}${agreed(first)}, ${when}.${more(count, `for ${kinds}`)}`
  }
  const [signal] = openSignals(state)
  if (signal !== undefined) {
    const when = `for ${duration(now - signal.since)}${atMost(timeoutOf(state, signal.step), now)}`
    const { code } = state
    if (code !== undefined) {
      const at = code.blocked?.at === undefined ? '' : ` at ${code.blocked.at}`
      return say`Waiting for a signal or a condition${at}, ${when}.`
    }
    return say`Waiting for signal ${signal.signal} at ${stepPart(signal.step)}, ${when}.${more(count, 'for people or signals')}`
  }
  // A child's report may have a count without the oldest wait.
  if (oldest === undefined) {
    return say`Waiting for a person or a signal at a step of a sub-workflow.${more(count, 'below')}`
  }
  const where = say`${readableName(oldest.step)} in the sub-workflow ${runPart(oldest.workflow, oldest.run_id)}`
  const what = isForSignal(oldest) ? 'a signal at' : 'a person to decide'
  return say`Waiting for ${what} ${where}, for ${duration(now - oldest.since)}.${more(count, 'below')}`
}

function more(count: number, where: string): string {
  return count > 1 ? ` ${count - 1} more ${count === 2 ? 'is waiting' : 'are waiting'} ${where}.` : ''
}

function dueOf({ due_at }: HumanTaskSpec, now: number): string {
  if (due_at === undefined) return ''
  return due_at > now ? `, due in ${duration(due_at - now)}` : `, overdue by ${duration(now - due_at)}`
}

function timeoutOf(state: RunState, step: string): StepTimeout | undefined {
  const now = stepState(state, step)
  return now !== undefined && 'timeout' in now ? now.timeout : undefined
}

/** Words for the time that a limited wait has left. */
function atMost(timeout: StepTimeout | undefined, now: number): string {
  return timeout === undefined ? '' : `, times out in ${duration(Math.max(0, timeout.dueAt - now))}`
}

/** Words for the number of approvals. */
function agreed({ task, approvals }: OpenTask): string {
  const { approvals_required: required } = task
  return required === undefined ? '' : ` (${approvals?.length ?? 0} of ${required} approved)`
}

function who(waiting: OpenTask, names: Names): string {
  const { asked, late } = peopleAsked(waiting, names)
  return asked.length === 0 ? 'a person' : listed(late === undefined ? asked : [...asked, late], 'or')
}

export interface QuestionedPeople {
  /** Empty: all people may decide. */
  readonly asked: readonly string[]
  /** The person or group of the escalation. */
  readonly late?: string
}

/** Names of the people and groups that an open task asks. */
export function peopleAsked(
  { task: { assignees, groups }, escalatedTo }: Pick<OpenTask, 'task' | 'escalatedTo'>,
  { person, group }: Names,
): QuestionedPeople {
  const asked = [...assignees.map(person), ...groups.map((id) => `the group ${group(id)}`)]
  return asked.length === 0 || escalatedTo === undefined ? { asked } : { asked, late: eitherOf(escalatedTo) }

  /** A task is escalated to a person or a group; the run does not know which. */
  function eitherOf(id: string): string {
    return group(id) === id ? person(id) : `the group ${group(id)}`
  }
}
