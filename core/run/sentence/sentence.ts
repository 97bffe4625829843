import { isolateSentence, isolateText } from '#core/definition/escape-invisible.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { titleOfId } from '#core/definition/title.ts'
import type { Hold, Outcome, Rollback, RunState } from '../state.ts'
import type { Status } from '../statuses.ts'
import { openTasks } from '../views/open-work.ts'
import { statusOf } from '../views/status.ts'
import { type LifecycleState, lifecycleStateOf } from '../views/view-table.ts'
import type { ActorRef, RunError } from '../words.ts'
import { ago, duration, soon } from './duration.ts'
import { because, by, nameOf, type SentencePart, say, stepPart, steps, textOf, withFullStop } from './parts.ts'
import { tellQueueing } from './queueing.ts'
import { bareNames, type SlotWait, slotBounds, type Telling, tellActive, tellPending, tellWaiting } from './waiting.ts'

/**
 * One or two sentences for the head of a run's page, in parts that can be links: what the run does, why, since when,
 * and what would move it. `now` in milliseconds; `names`: display names of the people asked; `work`: the state of steps
 * at the workers, where known; `slotWait`: the budget for which the run waits, if it does; `lockWait`: its place in the
 * queue for its locks, where known.
 */
export function sentenceParts(
  executable: ExecutableDefinition | null,
  state: RunState,
  now: number,
  { names = bareNames, work = [], withoutError = false, slotWait, lockWait }: Beside = {},
): readonly SentencePart[] {
  const lifecycleState = lifecycleStateOf(state)
  const told = sentences[lifecycleState]({ executable, state, now, names, work, withoutError, slotWait, lockWait })
  // A run that has begun waits for a slot when its step has got what it waited for.
  const isNext = slotWait !== undefined && lifecycleState !== 'accepted' && state.outcome === null
  const parts = isNext ? [...told, ` Waiting for a run slot to continue (${slotBounds(slotWait)}).`] : told
  return parts.map((part) => shown(part, executable, state))
}

/** User texts cannot change the direction of the text around them. */
function shown(part: SentencePart, executable: ExecutableDefinition | null, state: RunState): SentencePart {
  if (typeof part === 'string') return isolateSentence(part)
  const { to } = part
  if (to.kind === 'run') return { ...part, text: isolateText(part.text) }
  // An open task has its title with all values.
  const task = openTasks(state).find(({ step }) => step === to.step)?.task
  return { ...part, text: isolateText(task?.title ?? titleOfId(executable?.definition.steps, to.step)) }
}

export function sentence(
  executable: ExecutableDefinition | null,
  state: RunState,
  now: number,
  beside?: Beside,
): string {
  return sentenceParts(executable, state, now, beside).map(textOf).join('')
}

/** Facts that the run itself does not know. */
type Beside = Partial<Pick<HeadTelling, 'names' | 'work' | 'withoutError' | 'slotWait' | 'lockWait'>>

interface HeadTelling extends Telling {
  /** Leaves the message of a failure out, where it is shown beside the sentence. */
  readonly withoutError: boolean
  /** Present where the run waits for a slot. */
  readonly slotWait?: SlotWait | undefined
}

const sentences: Record<LifecycleState, (telling: HeadTelling) => readonly SentencePart[]> = {
  accepted: (telling) => {
    const { state, now, slotWait } = telling
    if (state.hold !== null) return tellHold(telling)
    if (state.envelope !== undefined && state.phase === 'RESOURCE_DISCOVERY') return tellQueueing(telling)
    if (slotWait) return say`Waiting for a run slot for ${duration(now - state.createdAt)}: ${slotBounds(slotWait)}.`
    return say`Waiting for an engine for ${duration(now - state.createdAt)}.`
  },
  queueing: (telling) => (telling.state.hold === null ? tellQueueing(telling) : tellHold(telling)),
  held: tellHold,
  compensating: tellRollback,
  active: tellActive,
  pending: tellPending,
  waiting: tellWaiting,
  completed: ({ state, now }) => {
    const { at } = state.outcome as Outcome
    return say`Completed ${ago(at, now)} after ${duration(at - state.createdAt)}.`
  },
  failed_fast: tellFailure,
  failed: tellFailure,
  cancelled: ({ state, now }) => {
    const { at, actor, reason, notUndone } = state.outcome as Outcome & { actor: ActorRef }
    return say`Cancelled${by(actor)} ${ago(at, now)}${because(reason)}.${leftOf(notUndone)}`
  },
}

function tellHold({ state, now }: Telling): readonly SentencePart[] {
  const { actor, since, reason } = state.hold as Hold
  const still = state.open.length === 0 ? '' : say` ${steps(state.open)} may still finish.`
  return say`Paused${by(actor)} ${duration(now - since)} ago${because(reason)}.${still} Resume it to continue.`
}

function tellRollback({ state, now }: Telling): readonly SentencePart[] {
  const rollback = state.rollback as Rollback
  const head = say`Rolling back${whyOf(rollback)} (${duration(now - rollback.since)})`
  const { current } = rollback
  if (state.open.length > 0) {
    const { settle } = rollback
    const atMost = settle === undefined ? '' : ` The rollback continues without it ${soon(settle.dueAt, now)}.`
    return say`${head}: waiting for ${steps(state.open)} to finish.${atMost}`
  }
  if (current === null) return say`${head}.`
  if (current.retry !== undefined) {
    const when = soon(current.retry.dueAt, now)
    return say`${head}: undoing ${stepPart(current.step)} failed, retrying ${when} (attempt ${String(current.attempt + 1)}).`
  }
  const again = current.attempt > 1 ? `, attempt ${current.attempt}` : ''
  return say`${head}: undoing ${stepPart(current.step)}${again}.`
}

function whyOf({ error, actor, cause }: Rollback): readonly SentencePart[] {
  if (error?.step !== undefined) return say` because ${stepPart(error.step)} failed`
  if (actor !== undefined && cause === 'operator') return [` at the request of ${nameOf(actor)}`]
  return cause === 'parent' ? [' because its parent run ended'] : []
}

/** What to do about a failure. */
function nextOf(state: RunState): string | undefined {
  const status = statusOf(state)
  if (state.code !== undefined && status === 'FAILED') return ' Retry runs its newest code over the same history.'
  return whatNow[status]
}

const whatNow: Partial<Record<Status, string>> = {
  FAILED: ' Retry continues from this step.',
  FAILED_CHILD_WORKFLOW: ' Retry starts a new sub-workflow.',
  FAILED_WORKER_CRASH: ' Retry continues from this step.',
  FAILED_ROLLED_BACK: ' Completed steps were rolled back.',
}

function tellFailure({ state, now, withoutError }: HeadTelling): readonly SentencePart[] {
  const { at, error, notUndone } = state.outcome as Outcome & { error: RunError }
  const where = error.step === undefined ? '' : say` at ${stepPart(error.step)}`
  const next = (state.acknowledged ? undefined : nextOf(state)) ?? ''
  const why = withoutError ? '.' : `: ${withFullStop(error.message)}`
  return say`Failed${where} ${ago(at, now)}${why}${leftOf(notUndone)}${next}`
}

function leftOf(notUndone: Outcome['notUndone']): readonly SentencePart[] {
  return notUndone === undefined ? [] : say` Not undone: ${steps(notUndone)}.`
}
