import type { Command } from '#core/run/command.ts'
import type { WorkerRequest } from '../ports.ts'

/** Command to a run when the worker of a step is gone and no other worker may run the step. */
export function workLost({ step, iteration, attempt, function: name }: WorkerRequest, why: string): Command {
  const message = `The worker that ran ${name} ${why}. It is unknown whether the function completed.`
  const error = { code: 'WORKER_LOST', message, step }
  return {
    type: 'attempt_ended',
    step,
    iteration,
    attempt,
    outcome: { kind: 'failed', error, retryable: false, cause: 'worker_crash' },
  }
}

/**
 * Command to a run of code when the worker or agent of an activity is gone, or has exceeded the time limit: the attempt
 * has failed, and the policy of the activity says whether there is another one.
 */
export function activityLost(
  { step, iteration, attempt, function: name, timeoutMs, heartbeatTimeoutMs }: WorkerRequest,
  isOverdue: boolean,
) {
  const lost = heartbeatTimeoutMs === undefined ? 'WORKER_LOST' : 'HEARTBEAT_TIMEOUT'
  const error = isOverdue
    ? { code: 'STEP_TIMEOUT', message: `${name} did not end within ${(timeoutMs ?? 0) / 1_000} s.`, step }
    : { code: lost, message: `The agent that ran ${name} sends no heartbeats any more.`, step }
  const outcome = { kind: 'failed', error, retryable: true } as const
  return { type: 'attempt_ended', step, iteration, attempt, outcome } as const satisfies Command
}

/** Command to a run when another worker may take the step. */
export function workAgain({ step, iteration, attempt }: WorkerRequest, note: string): Command {
  return { type: 'progress', step, iteration, attempt, note }
}
