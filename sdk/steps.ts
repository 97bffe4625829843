/**
 * What step functions import as `heddle/steps`. A step function is
 * `(state, context) → result`, or it throws one of the directives below.
 * `state` is a deep-frozen copy: only results change a run's state.
 */

export interface Artifact {
  readonly name: string
  /** A media type, or a word such as `video`. */
  readonly type: string
  /** An http or https address; either this or `json`. */
  readonly url?: string
  readonly json?: unknown
}

export interface StepContext {
  /** The run's input. */
  readonly input: unknown
  /** The step's `with`, its expressions already evaluated. */
  readonly with: unknown
  /** In a loop or a fan-out: the item and its index. */
  readonly item?: unknown
  readonly index?: number
  readonly runId: string
  readonly workflow: string
  readonly stepName: string
  /** Visits of this step, from 1. */
  readonly iteration: number
  /** Tries of this visit, from 1. */
  readonly attempt: number
  /** The same key for every attempt of one operation: pass it on to called services. */
  readonly idempotencyKey: string
  /**
   * With `fencing: true`: the tokens of the run's exclusive locks by resource, 0 for shared ones. Pass them on: a service
   * that has seen a larger token refuses the call of a run that has lost its lock.
   */
  readonly fencing?: { readonly [resource: string]: number }
  /** In a compensation: the result of the step that it compensates. */
  readonly result?: unknown
  /**
   * The value of HEDDLE_SECRET_NAME. HEDDLE_ORIGINS_NAME has to hold the word `functions`; otherwise this throws
   * SECRET_NOT_SET, SECRET_WITHOUT_ORIGINS or SECRET_NOT_ALLOWED, and the step fails. The value is replaced by
   * `[secret NAME]` in results, errors, progress and log lines.
   */
  secret(name: string): string
  /** Aborted when the run is cancelled or the step's time is up. */
  readonly signal: AbortSignal
  /** Reports that the step is alive, between the worker's own heartbeats. `details` are shown live in the run. */
  heartbeat(details?: unknown): void
  /** A line in the engine's log. */
  log(message: string): void
  /**
   * A result beside the step's own, shown with the run and listed in its `outputs`: the address of a file, or a value. It
   * is recorded with the result of the step; an attempt that fails records none. Throws for an artifact that is invalid,
   * larger than 64 kB, or more than a run may have (100).
   */
  artifact(artifact: Artifact): void
  /** Shown live in the run: how much is done (0 to 1), and what is being done. */
  progress(fraction: number, note?: string): void
}

export type StepFunction<State = unknown, Result = unknown> = (
  state: State,
  context: StepContext,
) => Result | Promise<Result>

const directive = Symbol.for('heddle.directive')

/** Recognized by its mark, not by its class: another copy of this file throws the same kind. */
abstract class Directive extends Error {
  readonly [directive] = true
}

/** The run waits for a person. `result` is merged into the state at once; the person's answer when it arrives. */
export class WorkflowPauseDirective extends Directive {
  readonly kind = 'pause'
  readonly result: unknown
  override readonly name = 'WorkflowPauseDirective'

  constructor(options: { readonly result?: unknown } = {}) {
    super('The step pauses the workflow.')
    this.result = options.result ?? null
  }
}

/** The run starts a child run and waits for it. */
export class StartSubWorkflowDirective extends Directive {
  readonly kind = 'sub_workflow'
  readonly workflowType: string
  readonly initialData: unknown
  override readonly name = 'StartSubWorkflowDirective'

  constructor(options: { readonly workflowType: string; readonly initialData?: unknown }) {
    super(`The step starts ${options.workflowType}.`)
    this.workflowType = options.workflowType
    this.initialData = options.initialData ?? {}
  }
}

/** The run continues at another step. */
export class WorkflowJumpDirective extends Directive {
  readonly kind = 'jump'
  readonly target: string
  readonly result: unknown
  override readonly name = 'WorkflowJumpDirective'

  constructor(options: { readonly target: string; readonly result?: unknown }) {
    super(`The step jumps to ${options.target}.`)
    this.target = options.target
    this.result = options.result ?? null
  }
}

/** The run fails regardless of failure edges; a saga compensates its steps. */
export class WorkflowRollbackDirective extends Directive {
  readonly kind = 'rollback'
  readonly reason: string
  override readonly name = 'WorkflowRollbackDirective'

  constructor(options: { readonly reason?: string } = {}) {
    super('The step rolls the workflow back.')
    this.reason = options.reason ?? 'The step asked for a rollback.'
  }
}

/** A failure that is not retried. */
export class NonRetryableError extends Error {
  override readonly name: string = 'NonRetryableError'
  readonly retryable = false
}
