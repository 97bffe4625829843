import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What activities import as `heddle/activity`. An activity is an ordinary async function that a body calls by
 * `proxyActivities`: it may do everything that a step function may. Its result is recorded once; it may be called again
 * after a crash, with the same `idempotencyKey`.
 */

/** The call under way. */
export interface ActivityInfo {
  readonly runId: string
  readonly workflow: string
  /** The name of the command, such as `fetchUser#3`. */
  readonly stepName: string
  /** Tries of this call, from 1. */
  readonly attempt: number
  /** The same key for every attempt: pass it on to called services. */
  readonly idempotencyKey: string
  /** Aborted when the call is cancelled, or its time is over. */
  readonly signal: AbortSignal
}

interface Call extends ActivityInfo {
  heartbeat(details?: unknown): void
}

// Another copy of this file, as a user's folder may have one, finds the same storage.
const key = Symbol.for('heddle.activity')
const shared = globalThis as { [key]?: AsyncLocalStorage<Call> }
shared[key] ??= new AsyncLocalStorage<Call>()
const calls = shared[key]

/** The call was cancelled: with its scope or its run, or its time is over. */
export class CancelledFailure extends Error {
  override readonly name = 'CancelledFailure'
  readonly retryable = false
}

/** A failure with a type of its own, by which policies know it. */
export class ApplicationFailure extends Error {
  override readonly name: string
  readonly retryable: boolean

  constructor(message: string, options: { readonly type?: string; readonly retryable?: boolean } = {}) {
    super(message)
    this.name = options.type ?? 'ApplicationFailure'
    this.retryable = options.retryable ?? true
  }
}

/** The call under way. Throws outside of an activity. */
export function activityInfo(): ActivityInfo {
  return callUnderWay()
}

/**
 * Reports that the activity is alive; `details` are shown live in the run. Throws a CancelledFailure when the call was
 * cancelled: an activity that takes long calls it now and then.
 */
export function heartbeat(details?: unknown): void {
  const call = callUnderWay()
  if (call.signal.aborted) throw new CancelledFailure('The workflow no longer waits for this activity.')
  call.heartbeat(details)
}

/** Calls an activity. Only hosts call it. */
export function callActivity(activity: (...args: unknown[]) => unknown, args: readonly unknown[], call: Call): unknown {
  return calls.run(call, () => activity(...args))
}

function callUnderWay(): Call {
  const call = calls.getStore()
  if (call === undefined) throw new Error('Call this within an activity: a function that a workflow calls.')
  return call
}
