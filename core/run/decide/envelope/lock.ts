import type { Envelope } from '#core/definition/envelope.ts'
import { limits } from '#core/limits.ts'
import type { CommandOf, Refusal } from '../../command.ts'
import { isReacquiring } from '../../envelope/locks-of.ts'
import { namesInRun } from '../../names-in-run.ts'
import type { Decision } from '../decision.ts'
import { endFailed } from '../end-run.ts'
import { setRunTimer } from '../keep-clocks.ts'
import { stale } from '../refuse.ts'
import { changePhase } from './change-phase.ts'
import { endBeforeRunning, skipRun } from './end-before-running.ts'
import { setDeadline } from './set-deadline.ts'

/**
 * Requests the locks; the request is a row of the same commit, and the lock manager answers by the mailbox. The deadline
 * that the definition names counts from here, the default one from the first refusal: free locks cost no timer.
 */
export function requestLocks(decision: Decision, { locks }: Envelope): void {
  changePhase(decision, { to: 'SCHEDULED', event: 'Lock' })
  if (needsNoLock(decision)) return
  setDeadline(decision, 'lock_timeout', locks?.wait_timeout_seconds)
}

/** A run without resources passes at once. */
export function passLocks(decision: Decision): void {
  if (!needsNoLock(decision)) return
  changePhase(decision, { to: 'LOCKING', event: 'Lock' })
  changePhase(decision, { to: 'LOCKED', event: 'Run', tokens: {} })
}

function needsNoLock({ nextState }: Decision): boolean {
  return !nextState.envelope?.resources?.length
}

/** The lock manager has granted all locks of the request. */
export function locksGranted(decision: Decision, { request, tokens }: CommandOf<'locks_granted'>): Refusal | null {
  const { nextState } = decision
  if (nextState.envelope?.request !== request || nextState.outcome !== null) {
    return stale('The run does not wait for these locks.')
  }
  if (nextState.phase === 'SCHEDULED') {
    changePhase(decision, { to: 'LOCKING', event: 'Lock' })
    changePhase(decision, { to: 'LOCKED', event: 'Run', tokens })
    return null
  }
  if (!isReacquiring(nextState)) return stale('The run does not wait for these locks.')
  decision.emit({ type: 'workflow.locks.reacquired', payload: { tokens } })
  decision.agenda.push(...namesInRun(decision.executable, nextState))
  return null
}

/** The locks are not free: the run goes on waiting, or ends where waiting would be a deadlock. */
export function locksRefused(decision: Decision, command: CommandOf<'locks_refused'>): Refusal | null {
  const { nextState } = decision
  const { request, retry_note, blocked_by, position, code } = command
  if (nextState.envelope?.request !== request || nextState.outcome !== null) {
    return stale('The run does not wait for these locks.')
  }
  const note = { retry_note, blocked_by }
  if (nextState.phase !== 'SCHEDULED') {
    // A rollback needs the locks as well, whatever they are refused for.
    if (code === undefined || nextState.rollback !== null) {
      return stale('The run takes its locks again, and goes on waiting.')
    }
    endFailed(decision, { code, message: retry_note })
    return null
  }
  changePhase(decision, { to: 'LOCKING', event: 'Lock' })
  if (code === 'CONCURRENCY_FULL') {
    skipRun(decision, { event: 'Unlock', result: 'error', ...note }, { code, message: retry_note })
    return null
  }
  if (code !== undefined) {
    endBeforeRunning(decision, { event: 'Unlock', result: 'error', ...note }, { code, message: retry_note })
    return null
  }
  const at = position === undefined ? {} : { position }
  changePhase(decision, { to: 'SCHEDULED', event: 'Unlock', result: 'error', ...note, ...at })
  if (nextState.envelope?.timers.lock_timeout === undefined) {
    setDeadline(decision, 'lock_timeout', limits.envelope.waitSeconds)
  }
  return null
}

/** An administrator took a lock away: the run may no longer rely on it, and fails. */
export function lockLost(decision: Decision, { resource, actor, reason }: CommandOf<'lock_lost'>): Refusal | null {
  const { nextState } = decision
  const { tokens = {} } = nextState.envelope ?? {}
  if (!Object.hasOwn(tokens, resource)) return stale(`The run has no lock on ${resource}.`)
  decision.emit({ type: 'workflow.locks.lost', payload: { resource, actor, reason } })
  if (nextState.outcome !== null || nextState.rollback !== null) return null
  const error = { code: 'LOCK_LOST', message: `The lock of ${resource} was taken away: ${reason}` }
  if (nextState.phase === 'RUNNING') endFailed(decision, error)
  else if (nextState.phase === 'LOCKED') endBeforeRunning(decision, { event: 'Unlock', result: 'error' }, error)
  return null
}

/** The steps begin. */
export function startSteps(decision: Decision, envelope: Envelope): void {
  const { nextState, executable } = decision
  const isFirst = nextState.startedAt === null
  if (isFirst) decision.emit({ type: 'workflow.run.started', payload: {} })
  changePhase(decision, { to: 'RUNNING', event: 'Run' })
  const seconds = envelope.run_timeout_seconds ?? executable.definition.timeout_seconds
  if (seconds !== undefined) setRunTimer(decision, Math.round(seconds * 1_000))
  decision.agenda.push(...(isFirst ? executable.steps.map(({ name }) => name) : namesInRun(executable, nextState)))
}
