import type { RunEvent } from '../../event.ts'
import type { RunState } from '../../state.ts'
import type { DecidedStep, Failed, Reopened } from '../../step-state.ts'

/**
 * A copy of a code run's state that also contains its completed commands. The engine keeps open commands only
 * (apply-code.ts); pages show every command of a run, as they show every step. `events`: the run's history up to
 * `state`.
 */
export function withEndedCommands(state: RunState, events: Iterable<RunEvent>): RunState {
  if (state.code === undefined) return state
  const ended: { [step: string]: DecidedStep | Reopened } = {}
  const begun = new Map<string, Begun>()
  for (const event of events) {
    switch (event.type) {
      case 'workflow.node.started':
        begun.set(event.step, { at: begun.get(event.step)?.at ?? event.at, attempt: event.attempt })
        break
      case 'workflow.node.milestone':
        ended[event.step] = { ...visit(1), status: 'completed', startedAt: event.at, at: event.at }
        break
      case 'workflow.node.completed': {
        const { at: startedAt, attempt } = begun.get(event.step) as Begun
        ended[event.step] = { ...visit(attempt), status: 'completed', startedAt, at: event.at }
        break
      }
      case 'workflow.compensation.registered':
        ended[event.step] = { ...visit(0), visits: 0, status: 'again' }
        break
      case 'workflow.compensation.started':
        begun.set(event.step, { at: begun.get(event.step)?.at ?? event.at, attempt: event.attempt })
        break
      case 'workflow.compensation.completed': {
        const { at: startedAt, attempt } = begun.get(event.step) as Begun
        ended[event.step] = { ...visit(attempt), status: 'completed', startedAt, at: event.at }
        break
      }
      case 'workflow.compensation.failed': {
        const { error, will_retry } = event.payload
        if (will_retry) break
        ended[event.step] = { ...visit(event.attempt), status: 'failed', at: event.at, error, handled: false }
        break
      }
      case 'workflow.node.failed': {
        const { error, cause } = event.payload
        const more = { error, handled: true, ...(cause !== undefined && { cause }) }
        ended[event.step] = { ...visit(event.attempt), status: 'failed', at: event.at, ...more }
        break
      }
      case 'workflow.node.skipped': {
        const { attempt } = begun.get(event.step) as Begun
        ended[event.step] = { ...visit(attempt), status: 'skipped', at: event.at, reason: event.payload.reason }
      }
    }
  }
  if (state.outcome?.status === 'FAILED') {
    // A failure that the body saw last is the one that failed the run.
    for (const step of Object.keys(state.code.failed)) ended[step] = { ...(ended[step] as Failed), handled: false }
  }
  return { ...state, steps: { ...ended, ...state.steps } }
}

/** The beginning of a command, and its last attempt. */
interface Begun {
  readonly at: number
  readonly attempt: number
}

function visit(attempt: number) {
  return { iteration: 1, visits: 1, attempt, attemptsBefore: 0 }
}
