import type { Json } from '#core/json.ts'
import type { Command } from '../command.ts'
import { sameWaits } from '../decide/verbs/child-waits.ts'
import { verdictOf } from '../evolve/phase.ts'
import { variantIndexOf } from '../fan-out/fan-out.ts'
import type { ChildState, RunState } from '../state.ts'
import { humanWaits } from '../views/waits.ts'
import type { ActorRef } from '../words.ts'

export interface Notice {
  /** Run id. */
  readonly to: string
  readonly command: Command
}

const engine: ActorRef = { id: 'engine' }

/**
 * Notices of a batch to the run's parent (the run ended, its open waits changed) and to its children (cancel, hold,
 * resume), sent in the transaction of the batch.
 */
export function notices(before: RunState, after: RunState): readonly Notice[] {
  const notices: Notice[] = []
  const { parent, run_id, continued_from } = after.header
  if (parent !== undefined) {
    // To its parent, a chain of runs that continue as new is its first run.
    const child = continued_from?.first_run_id ?? run_id
    for (const command of newsForParent(before, after, child)) notices.push({ to: parent.run_id, command })
  }
  for (const [to, child] of Object.entries(before.children)) {
    const command = newsForChild(before, after, child, after.children[to])
    if (command !== null) notices.push({ to, command })
  }
  for (const [to, child] of Object.entries(after.children)) {
    const command = before.children[to] === undefined ? newsForNewChild(after, child) : null
    if (command !== null) notices.push({ to, command })
  }
  return notices
}

function newsForParent(before: RunState, after: RunState, child_run_id: string): readonly Command[] {
  const retried = before.outcome !== null && after.runAttempt > before.runAttempt
  const news: Command[] = retried ? [{ type: 'child_retried', child_run_id }] : []
  if (after.outcome === null) {
    const waits = humanWaits(after)
    if (!sameWaits(humanWaits(before), waits)) news.push({ type: 'child_waits', child_run_id, waits })
  } else if ((before.outcome === null || retried) && !goesOn(after)) {
    const { status, error } = after.outcome
    const why = error === undefined ? {} : { error }
    news.push({ type: 'child_ended', child_run_id, status, state: resultFor(after), ...why, verdict: verdictOf(after) })
  }
  return news
}

/** A run that ended by continue-as-new: the end of its successor is the end of the child. */
function goesOn({ code, continuedBy }: RunState): boolean {
  return code !== undefined && continuedBy !== undefined
}

/** What the parent gets of a child: the state of its steps, or the result of its code. */
function resultFor({ code, outcome, data }: RunState): Json {
  return code === undefined ? data : (outcome?.output ?? null)
}

/**
 * The notice for a child that this batch spawned or retried. A spawned child is made by the same append and reads the
 * notice when it starts; a retried child exists already.
 */
function newsForNewChild(after: RunState, child: ChildState): Command | null {
  if (child.dropped) return cancelDropped(after)
  if (after.rollback !== null) return cancelInRollback(after)
  return after.hold === null ? null : pauseWith(after, after.hold)
}

function newsForChild(before: RunState, after: RunState, earlier: ChildState, child?: ChildState): Command | null {
  if (earlier.dropped) return null
  if (child === undefined && !isLeft(after, earlier)) return null
  if (child?.dropped) return cancelDropped(after)
  if (child !== undefined && after.rollback !== null && before.rollback === null) return cancelInRollback(after)
  if (after.hold !== null && before.hold === null) return pauseWith(after, after.hold)
  return after.hold === null && before.hold !== null ? resumeWith(after) : null
}

/**
 * Whether the child goes on without its parent, which ended or rolled back. No other run would lift the hold that they
 * shared.
 */
function isLeft({ outcome, rollback }: RunState, { abandon }: ChildState): boolean {
  return abandon === true && (outcome !== null || rollback !== null)
}

function cancelDropped(after: RunState): Command {
  const { header, code } = after
  const reason =
    header.fan_out === undefined
      ? `Its parent workflow ${header.workflow} no longer waits for it.`
      : whyVariantEnds(after.outcome)
  const compensate = header.saga || code?.cancel?.compensate === true
  return { type: 'cancel', actor: engine, cause: 'parent', reason, compensate }
}

function whyVariantEnds(outcome: RunState['outcome']): string {
  const failed = outcome?.error?.step === undefined ? undefined : variantIndexOf(outcome.error.step)
  return failed === undefined
    ? 'The run that started all variants has ended.'
    : `Variant ${failed + 1} failed, and the run stops at the first failure.`
}

function cancelInRollback({ header }: RunState): Command {
  const reason = `Its parent workflow ${header.workflow} is rolling back.`
  return { type: 'cancel', actor: engine, cause: 'parent', reason, compensate: true }
}

/** The engine is the actor, because the parent's state does not say who lifted its hold; only its history does. */
function resumeWith({ header }: RunState): Command {
  const reason = `Its parent workflow ${header.workflow} continued.`
  return { type: 'resume', actor: engine, cause: 'parent', reason }
}

function pauseWith({ header }: RunState, { actor }: { readonly actor: ActorRef }): Command {
  return { type: 'pause', actor, cause: 'parent', reason: `Its parent workflow ${header.workflow} was paused.` }
}
