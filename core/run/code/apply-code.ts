import type { RunEvent } from '../event.ts'
import type { MutableState } from '../evolve/mutable-state.ts'
import type { StepState } from '../step-state.ts'
import { type CodeState, type LeftCommand, newCode, type OpenUpdate, type RecordedCommand } from './code-state.ts'
import { newsOf } from './history.ts'

/**
 * The part of an event that concerns the code of a run, after the event itself was applied. A command that has ended
 * leaves the state: the log has its result, so that the state does not grow with the length of the run.
 */
export function applyToCode(nextState: MutableState, event: RunEvent): void {
  if (event.type === 'workflow.run.created') {
    if (event.payload.code) nextState.code = newCode
    return
  }
  const { code } = nextState
  if (code === undefined) return
  // A body that has ended gets no news: not after the outcome, and not while the run rolls back.
  const news = nextState.outcome === null && nextState.rollback === null ? newsOf(event) : null
  const changed = changedBy(nextState, code, event)
  nextState.code = news === null ? changed : { ...changed, news: [...changed.news, news] }
}

function changedBy(nextState: MutableState, code: CodeState, event: RunEvent): CodeState {
  switch (event.type) {
    case 'workflow.node.started': {
      const { with: args = null } = event.payload
      const command = event.payload.command as RecordedCommand
      const open = { ...code.open, [event.step]: { ...command, with: args } }
      if (command.n <= code.commands) return { ...code, open }
      // The body has gone on after the failures that it has seen: a retry cannot take these back.
      const next = { ...code, open, commands: command.n, failed: {} }
      return event.payload.impact === undefined ? next : withChange(next)
    }
    case 'workflow.node.milestone':
      return { ...code, commands: event.payload.command.n }
    case 'workflow.compensation.registered': {
      const { command } = event.payload
      return { ...code, commands: command.n, compensations: { ...code.compensations, [event.step]: command } }
    }
    case 'workflow.compensation.completed':
      return { ...code, undone: true }
    case 'workflow.node.completed':
      return withoutCommand(nextState, code, event.step).code
    case 'workflow.node.failed': {
      const { code: next, left } = withoutCommand(nextState, code, event.step, event.seq)
      return { ...next, failed: { ...next.failed, [event.step]: left } }
    }
    case 'workflow.node.skipped': {
      const { code: next, left } = withoutCommand(nextState, code, event.step, event.seq)
      const isInterrupted = event.payload.reason === 'run_ended'
      return isInterrupted ? { ...next, interrupted: { ...next.interrupted, [event.step]: left } } : next
    }
    case 'workflow.child.spawned':
      return event.payload.abandon ? withChange(code) : code
    case 'workflow.child.ended':
      return event.payload.verdict === 'safe' ? code : withChange(code)
    case 'workflow.signal.received':
      nextState.signals = {}
      return code
    default:
      return changedByDelivery(nextState, code, event)
  }
}

function changedByDelivery(nextState: MutableState, code: CodeState, event: RunEvent): CodeState {
  switch (event.type) {
    case 'workflow.code.delivered': {
      const { up_to_seq, unread = 0, version, hash, agent_id } = event.payload
      const { again: _, agent: __, ...rest } = code
      return {
        ...rest,
        ...(version !== undefined && hash !== undefined && { moved: { version, hash } }),
        ...(agent_id !== undefined && { agent: agent_id }),
        task: code.task + 1,
        attempt: 1,
        seen: up_to_seq,
        unread,
        news: code.news.filter(({ seq }) => seq > up_to_seq),
        failed: Object.fromEntries(Object.entries(code.failed).filter(([, { seq }]) => seq > code.seen)),
      }
    }
    case 'workflow.code.delivery_failed':
      return { ...code, attempt: code.attempt + 1 }
    case 'workflow.code.blocked':
      return { ...code, blocked: { ...event.payload, since: event.at } }
    case 'workflow.run.cancel_requested':
      return { ...code, cancel: event.payload }
    case 'workflow.run.rolling_back':
      return { ...code, news: [], grace: null }
    case 'workflow.timer.set': {
      const { purpose, timer_id: timerId, due_at: dueAt } = event.payload
      return purpose === 'cancel_grace' ? { ...code, grace: { timerId, dueAt } } : code
    }
    case 'workflow.timer.fired':
      if (event.step !== undefined) return withLate(nextState, code, event.step)
      return event.payload.timer_id === code.grace?.timerId ? { ...code, grace: null } : code
    case 'workflow.run.retried':
      return { ...code, news: [], attempt: 1, again: true, cancel: null, grace: null }
    case 'workflow.run.reopened':
      return { ...code, interrupted: {}, failed: {} }
    default:
      return changedByUpdate(code, event)
  }
}

function changedByUpdate(code: CodeState, event: RunEvent): CodeState {
  switch (event.type) {
    case 'workflow.update.requested': {
      const { update_id, name } = event.payload
      return { ...code, updates: { ...code.updates, [update_id]: { name, accepted: false } } }
    }
    case 'workflow.update.accepted': {
      const { update_id } = event.payload
      const known = code.updates[update_id] as OpenUpdate
      return { ...code, updates: { ...code.updates, [update_id]: { ...known, accepted: true } } }
    }
    case 'workflow.update.completed':
    case 'workflow.update.rejected': {
      const { [event.payload.update_id]: _, ...updates } = code.updates
      return { ...code, updates }
    }
    default:
      return code
  }
}

/** The one timer of a running activity is the limit on its wait in the queue. */
function withLate(nextState: MutableState, code: CodeState, step: string): CodeState {
  const state = nextState.steps[step]
  if (state?.status !== 'running') return code
  const { timeout: _, ...running } = state
  nextState.steps[step] = running
  return { ...code, open: { ...code.open, [step]: { ...(code.open[step] as RecordedCommand), isLate: true } } }
}

/** One more change of the world, which a compensation may undo. */
function withChange(code: CodeState): CodeState {
  return { ...code, changes: (code.changes ?? 0) + 1 }
}

/** Takes an ended command out of the state; `left`: what a later attempt of it needs. */
function withoutCommand(
  nextState: MutableState,
  code: CodeState,
  step: string,
  seq = 0,
): { readonly code: CodeState; readonly left: LeftCommand } {
  const { [step]: record, ...open } = code.open as { [step: string]: RecordedCommand }
  const { attempt } = nextState.steps[step] as StepState
  delete nextState.steps[step]
  delete nextState.outputs[step]
  const left = { ...(record as RecordedCommand), attempt, seq }
  return { code: { ...code, open }, left }
}
