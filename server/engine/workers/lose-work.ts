import type { Command } from '#core/run/command.ts'
import type { WorkerRequest } from '../ports.ts'

/** What a run hears when the worker of a step is gone and nobody else may run it. */
export function workLost({ step, iteration, attempt, function: name }: WorkerRequest, why: string): Command {
  const message = `The worker that ran ${name} ${why}. Whether the function came to its end is not known.`
  const error = { code: 'WORKER_LOST', message, step }
  return {
    type: 'attempt_ended',
    step,
    iteration,
    attempt,
    outcome: { kind: 'failed', error, retryable: false, cause: 'worker_crash' },
  }
}

/** What it hears when another worker takes the step. */
export function workAgain({ step, iteration, attempt }: WorkerRequest, note: string): Command {
  return { type: 'progress', step, iteration, attempt, note }
}
