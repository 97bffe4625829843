import type { CodeFailure } from '#core/run/code/code-state.ts'

/** Failures that bodies of workflows throw and catch. Each has its name in `name`, so that another realm's are recognized. */

/**
 * A failure with a type of its own: of an activity, a child run or an approval, or thrown by the body to fail the run.
 * `type` is the name of the error where the activity threw it; policies name it in `nonRetryableErrorTypes`.
 */
export class ApplicationFailure extends Error {
  override readonly name: string = 'ApplicationFailure'
  readonly type: string
  /** False: an activity that throws it is not tried again. */
  readonly retryable: boolean

  constructor(message: string, options: { readonly type?: string; readonly retryable?: boolean } = {}) {
    super(message)
    this.type = options.type ?? 'ApplicationFailure'
    this.retryable = options.retryable ?? true
  }
}

/**
 * The command was cancelled: with its scope, or with the run. A body may catch it and clean up; a run whose body throws
 * it after a request to cancel ends as cancelled.
 */
export class CancelledFailure extends Error {
  override readonly name = 'CancelledFailure'

  constructor(message = 'The workflow was cancelled.') {
    super(message)
  }
}

/** What `continueAsNew` throws; a body lets it pass. */
export class ContinueAsNew extends Error {
  override readonly name = 'ContinueAsNew'
  readonly args: readonly unknown[]

  constructor(args: readonly unknown[]) {
    super('The workflow continues as a new run.')
    this.args = args
  }
}

/** Whether the error says that something was cancelled. */
export function isCancellation(error: unknown): boolean {
  return error instanceof CancelledFailure
}

/** A thrown value as it is recorded: anything may be thrown. */
export function failureOf(error: unknown): CodeFailure {
  if (!(error instanceof Error)) return { type: 'Error', message: String(error) }
  const type = error instanceof ApplicationFailure ? error.type : error.name
  const stack = ownFrames(error.stack)
  return { type, message: error.message, ...(stack !== null && { stack }) }
}

/**
 * The frames of the body alone: those of its host differ from replay to replay. Null where there are none, as in the
 * failure of an activity.
 */
function ownFrames(stack: unknown): string | null {
  if (typeof stack !== 'string') return null
  const lines = stack.split('\n')
  const first = lines.findIndex((line) => /^\s+at /.test(line))
  if (first === -1) return null
  const frames = lines
    .slice(first)
    .filter((line) => !/node:|\/sdk\/(workflow|testing)\/|\/core\/run\/|\/server\/engine\/|<anonymous>/.test(line))
  return frames.length === 0 ? null : [...lines.slice(0, first), ...frames].join('\n')
}
