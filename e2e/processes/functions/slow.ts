import { appendFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { StepContext } from 'heddle/steps'

/** Takes `input.ms` and leaves a line with its idempotency key in `input.ledger`: what the outside world saw. */
export async function work(state: { ms: number; ledger: string }, context: StepContext) {
  await appendFile(state.ledger, `${context.idempotencyKey}\n`)
  await pause(state.ms, undefined, { signal: context.signal })
  return { [context.stepName]: context.attempt }
}
