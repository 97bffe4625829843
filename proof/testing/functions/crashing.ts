import { appendFileSync } from 'node:fs'
import { NonRetryableError, type StepContext } from 'heddle/steps'
import { strikeInThread } from '../crash/strike.ts'

/**
 * Steps with effects that can be counted: each call leaves a line in the file
 * that the run's input names, before it does anything else.
 */
strikeInThread()

interface State {
  readonly fail?: boolean
  readonly rounds?: number
}

function leave(undo: boolean, context: StepContext, item?: number): void {
  const { runId, stepName, iteration, attempt, idempotencyKey } = context
  const { receiver } = context.input as { readonly receiver: string }
  const line = { runId, step: stepName, iteration, item, attempt, undo, key: idempotencyKey }
  appendFileSync(receiver, `${JSON.stringify(line)}\n`)
}

export async function effect(_state: State, context: StepContext) {
  leave(false, context)
  await new Promise((resolve) => setTimeout(resolve, 2))
  return { [context.stepName]: context.idempotencyKey }
}

/** One of sixteen values that are kept apart from the log. */
export function largeEffect(_state: State, context: StepContext) {
  leave(false, context)
  return { [context.stepName]: context.runId.slice(-1).repeat(300_000) }
}

/** Long enough for a worker to say that it is alive. */
export async function effectWithProgress(_state: State, context: StepContext) {
  leave(false, context)
  context.progress(0.5, 'half')
  await new Promise((resolve) => setTimeout(resolve, 120))
  return { packed: true }
}

export function effectOfItem(_state: State, context: StepContext) {
  leave(false, context, context.index)
  return { key: context.idempotencyKey }
}

export function undo(_state: State, context: StepContext) {
  leave(true, context)
  return {}
}

export function countRounds({ rounds = 0 }: State, context: StepContext) {
  leave(false, context)
  return { rounds: rounds + 1 }
}

export function failFirst(_state: State, context: StepContext) {
  leave(false, context)
  if (context.attempt === 1) throw new Error('not yet')
  return {}
}

export function charge({ fail }: State, context: StepContext) {
  leave(false, context)
  if (fail) throw new NonRetryableError('declined')
  return { charged: true }
}

export async function slowEffect(_state: State, context: StepContext) {
  leave(false, context)
  const { ms } = context.with as { readonly ms: number }
  await new Promise((resolve) => setTimeout(resolve, ms))
  return {}
}

/** Leaves nothing: a discovery only reads. */
export function discover(_state: State, context: StepContext) {
  const { resources } = context.with as { readonly resources: readonly string[] }
  return { resources }
}
