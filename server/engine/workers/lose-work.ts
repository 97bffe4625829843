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

/** Command to a run when another worker may take the step. */
export function workAgain({ step, iteration, attempt }: WorkerRequest, note: string): Command {
  return { type: 'progress', step, iteration, attempt, note }
}
