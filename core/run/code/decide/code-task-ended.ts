import { limits } from '#core/limits.ts'
import type { CommandOf, Refusal } from '../../command.ts'
import type { Decision } from '../../decide/decision.ts'
import { stale } from '../../decide/refuse.ts'
import type { RunError } from '../../words.ts'
import type { CodeOutcome } from '../code-state.ts'
import { DETERMINISM_VIOLATION } from '../match.ts'
import { cancelBody, completeCode, continueCode, failBody, failCode } from './end-code.ts'
import { cancelCommand, recordCommand } from './record-command.ts'
import { codeOf } from './record-of.ts'

/**
 * The answer of the host to a delivery: the body has seen its news, and has asked for more commands. All of it is one
 * batch, so that no command is recorded without the news that led to it. Only the awaited delivery counts.
 */
export function codeTaskEnded(decision: Decision, command: CommandOf<'code_task_ended'>): Refusal | null {
  const { nextState } = decision
  const { task, attempt, up_to_seq, outcome, unread, version, hash, agent_id } = command
  const code = codeOf(nextState)
  const isLive = nextState.outcome === null && nextState.rollback === null
  const isAwaited = isLive && code.task === task && code.attempt === attempt
  if (!isAwaited) return stale(`The run does not wait for attempt ${attempt} of delivery ${task}.`)
  if (outcome.kind === 'lost') {
    deliveryFailed(decision, command, outcome.error)
    return null
  }
  decision.emit({
    type: 'workflow.code.delivered',
    payload: {
      task,
      attempt,
      up_to_seq,
      ...(version !== undefined && { version }),
      ...(hash !== undefined && { hash }),
      ...(agent_id !== undefined && { agent_id }),
      ...(unread && { unread }),
    },
  })
  const refused = commandsRefused(code.commands, command)
  if (refused !== null) {
    failCode(decision, refused)
    return null
  }
  recordAll(decision, command)
  end(decision, outcome)
  return null
}

function deliveryFailed(decision: Decision, { task, attempt }: CommandOf<'code_task_ended'>, error: RunError): void {
  decision.emit({ type: 'workflow.code.delivery_failed', payload: { task, attempt, error } })
  if (attempt < limits.code.deliveryAttempts) return
  const message = `The code was interrupted ${attempt} times in a row. The last time: ${error.message}`
  failCode(decision, { code: 'STEP_QUARANTINED', message, ...(error.stack !== undefined && { stack: error.stack }) })
}

/** Commands that no host of this version sends: their numbers have a gap, or there are too many. */
function commandsRefused(recorded: number, { commands }: CommandOf<'code_task_ended'>): RunError | null {
  const { commands: most, commandsPerDelivery } = limits.code
  if (commands.some(({ n }, index) => n !== recorded + 1 + index)) {
    return {
      code: DETERMINISM_VIOLATION,
      message: `The commands of a delivery have to go on after command ${recorded}.`,
    }
  }
  if (commands.length > commandsPerDelivery) {
    const message = `The code asked for ${commands.length} commands at once; ${commandsPerDelivery} are possible. Await some of them before the next.`
    return { code: 'HISTORY_LIMIT', message }
  }
  if (recorded + commands.length <= most) return null
  const message = `A run has at most ${most} commands. Use continueAsNew to go on with a new history.`
  return { code: 'HISTORY_LIMIT', message }
}

function recordAll(decision: Decision, { commands, notes }: CommandOf<'code_task_ended'>): void {
  for (const command of commands) recordCommand(decision, command)
  for (const note of notes) {
    switch (note.kind) {
      case 'patched':
        decision.emit({ type: 'workflow.code.patched', payload: { id: note.id } })
        break
      case 'cancel':
        cancelCommand(decision, note.n)
        break
      case 'update_accepted':
        if (isOpenUpdate(decision, note.update_id))
          decision.emit({ type: 'workflow.update.accepted', payload: { update_id: note.update_id } })
        break
      case 'update_completed': {
        const { update_id, result } = note
        if (isOpenUpdate(decision, update_id))
          decision.emit({ type: 'workflow.update.completed', payload: { update_id, result } })
        break
      }
      case 'update_rejected': {
        const { update_id, error } = note
        if (isOpenUpdate(decision, update_id))
          decision.emit({ type: 'workflow.update.rejected', payload: { update_id, error } })
      }
    }
  }
}

function isOpenUpdate({ nextState }: Decision, id: string): boolean {
  return Object.hasOwn(codeOf(nextState).updates, id)
}

function end(decision: Decision, outcome: Exclude<CodeOutcome, { kind: 'lost' }>): void {
  switch (outcome.kind) {
    case 'blocked': {
      const { kind: _, ...now } = outcome
      const { reason, at } = codeOf(decision.nextState).blocked ?? {}
      if (now.reason !== reason || now.at !== at) decision.emit({ type: 'workflow.code.blocked', payload: now })
      return
    }
    case 'completed':
      completeCode(decision, outcome.result)
      return
    case 'failed': {
      const { type, message, stack } = outcome.failure
      failBody(decision, { code: type, message, ...(stack !== undefined && { stack }) })
      return
    }
    case 'violation':
      failCode(decision, { code: DETERMINISM_VIOLATION, message: outcome.message })
      return
    case 'cancelled':
      cancelled(decision)
      return
    case 'continue_as_new':
      continueCode(decision, outcome)
  }
}

/** A body that throws a CancelledFailure of its own, without a request, has failed. */
function cancelled(decision: Decision): void {
  const { cancel } = codeOf(decision.nextState)
  if (cancel === null) failBody(decision, { code: 'CancelledFailure', message: 'The code cancelled itself.' })
  else cancelBody(decision, cancel)
}
