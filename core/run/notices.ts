import type { Command } from './command.ts'
import { sameWaits } from './decide/verbs/child-waits.ts'
import type { ActorRef } from './event.ts'
import type { RunState } from './state.ts'
import { humanWaits } from './views.ts'

export interface Notice {
  /** Run id. */
  readonly to: string
  readonly command: Command
}

const engine: ActorRef = { id: 'engine' }

/**
 * What a batch means to the run's parent (it ended, its open waits changed) and
 * to its children (cancel, hold, resume): sent in the transaction of the batch.
 */
export function notices(before: RunState, after: RunState): readonly Notice[] {
  const notices: Notice[] = []
  const { parent, run_id } = after.header
  if (parent !== undefined) {
    for (const command of newsForParent(before, after, run_id)) notices.push({ to: parent.run_id, command })
  }
  for (const to of Object.keys(before.children)) {
    const command = newsForChild(before, after, to)
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
  } else if (before.outcome === null || retried) {
    const { status, error } = after.outcome
    const why = error === undefined ? {} : { error }
    news.push({ type: 'child_ended', child_run_id, status, state: after.data, ...why })
  }
  return news
}

/** Only children that were there before the batch: one that began and became superfluous within it was never made. */
function newsForChild(before: RunState, after: RunState, runId: string): Command | null {
  const child = after.children[runId]
  if (child === undefined || before.children[runId]?.dropped) return null
  const { workflow } = after.header
  if (child.dropped) {
    const reason = `${workflow}, which had started it, no longer waits for it.`
    return { type: 'cancel', actor: engine, cause: 'parent', reason, compensate: after.header.saga }
  }
  if (after.rollback !== null && before.rollback === null && !child.abandon) {
    const reason = `${workflow}, which had started it, rolls back.`
    return { type: 'cancel', actor: engine, cause: 'parent', reason, compensate: true }
  }
  if (after.outcome !== null) return null
  if (after.hold !== null && before.hold === null) {
    return { type: 'pause', actor: after.hold.actor, reason: `${workflow}, which had started it, was paused.` }
  }
  return after.hold === null && before.hold !== null && after.rollback === null
    ? { type: 'resume', actor: before.hold.actor }
    : null
}
