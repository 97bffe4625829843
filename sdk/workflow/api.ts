import type { Json } from '#core/json.ts'
import type {
  ApprovalOptions as RecordedApproval,
  ActivityOptions as RecordedOptions,
} from '#core/run/code/code-state.ts'
import { currentInstance } from './current.ts'
import type {
  QueryDefinition,
  QueryHandler,
  SignalDefinition,
  SignalHandler,
  UpdateDefinition,
  UpdateHandler,
  WorkflowBody,
  WorkflowDefinition,
} from './definitions.ts'
import { ApplicationFailure, ContinueAsNew } from './failures.ts'
import { uuidOf } from './seeded-random.ts'
import { toJson } from './values.ts'

/**
 * When an activity is tried again. Durations are milliseconds.
 */
export interface RetryPolicy {
  /** All attempts together; 1 by default, 100 at most. Unlimited (100) where any other field is set. */
  readonly maximumAttempts?: number
  /** Before the second attempt; 1,000 by default. */
  readonly initialIntervalMs?: number
  /** Each wait is this many times the one before; 2 by default. */
  readonly backoffCoefficient?: number
  /** The longest wait; 30,000 by default. */
  readonly maximumIntervalMs?: number
  /** No attempt begins later than this after the call. */
  readonly expirationIntervalMs?: number
  /** Names of errors (`error.name`, or the type of an ApplicationFailure) that end the attempts. */
  readonly nonRetryableErrorTypes?: readonly string[]
}

/** How activities are called. Durations are milliseconds. */
export interface ActivityOptions {
  readonly retry?: RetryPolicy
  /** All attempts and waits together; none by default. */
  readonly scheduleToCloseTimeoutMs?: number
  /** One attempt; 600,000 by default. An attempt that takes longer fails with the type STEP_TIMEOUT. */
  readonly startToCloseTimeoutMs?: number
  /**
   * The wait in a queue until a worker or agent takes the activity; none by default. Then the call fails with the type
   * SCHEDULE_TO_START_TIMEOUT, without another attempt. Activities without a queue start at once.
   */
  readonly scheduleToStartTimeoutMs?: number
  /**
   * The longest silence between two calls of `heartbeat()`; none by default. An attempt that is silent for longer, or whose
   * agent is lost, fails with the type HEARTBEAT_TIMEOUT.
   */
  readonly heartbeatTimeoutMs?: number
  /**
   * What a cancellation does. `try_cancel` (default): the call fails at once and the attempt is aborted.
   * `wait_cancellation_completed`: the call goes on to its own end. `abandon`: the call fails at once, the attempt goes
   * on and its result is dropped.
   */
  readonly cancellationType?: 'try_cancel' | 'wait_cancellation_completed' | 'abandon'
  /** `none`: the activity changes nothing in the world, so a failed run is safe. */
  readonly effects?: 'none'
  /** The queue whose workers and agents run the activities; absent: where the body runs. */
  readonly queue?: string
  /** The file of the activities, as step functions name it; `activities` by default. */
  readonly module?: string
}

/** The activities of a module, as a body calls them. */
export type Activities<Module> = {
  readonly [Name in keyof Module as Module[Name] extends (...args: never[]) => unknown
    ? Name
    : never]: Module[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never
}

/**
 * Calls of activities: `const { fetchUser } = proxyActivities<typeof import('./activities.ts')>({ … })`. Each call is a
 * command of the run; it resolves with the result, and throws an ApplicationFailure when the attempts are used up.
 */
export function proxyActivities<Module>(options: ActivityOptions = {}): Activities<Module> {
  const { module = 'activities', cancellationType = 'try_cancel', ...recorded } = options
  const onCancel = ({ try_cancel: 'withdraw', wait_cancellation_completed: 'wait', abandon: 'abandon' } as const)[
    cancellationType
  ]
  const more = Object.keys(recorded).length === 0 ? {} : { options: recorded as RecordedOptions }
  return new Proxy(Object.freeze({}) as Activities<Module>, {
    get(_, name) {
      if (typeof name !== 'string' || name === 'then') return undefined
      const called: CalledActivity = { name, function: `${module}.${name}`, ...more }
      const call = (...given: unknown[]) => {
        const args = argsJson(name, given)
        return currentInstance().ask((n) => ({ kind: 'activity', n, ...called, args }), { onCancel })
      }
      calledActivities.set(call, called)
      return call
    },
  })
}

interface CalledActivity {
  readonly name: string
  readonly function: string
  readonly options?: RecordedOptions
}

/** What the functions of `proxyActivities` call. */
const calledActivities = new WeakMap<object, CalledActivity>()

/**
 * Registers an activity that undoes an earlier one: `compensateWith(refund, [payment.id])`. When the body fails, when the
 * time of the run is over, or when a person cancels the run and asks for it, registered activities run in reverse order.
 * They are tried again by the policy of their options. A run that completes or continues as new keeps what it did. Each
 * registration counts for one activity: the run has undone everything if it registers one for each activity with effects.
 */
export function compensateWith<Args extends readonly unknown[]>(
  activity: (...args: Args) => Promise<unknown>,
  args: NoInfer<Args>,
): void {
  const called = calledActivities.get(activity)
  if (called === undefined) {
    const message = 'Register an activity of proxyActivities as a compensation: other functions cannot run later.'
    throw new ApplicationFailure(message, { type: 'NOT_AN_ACTIVITY', retryable: false })
  }
  const json = argsJson(called.name, args)
  currentInstance().register((n) => ({ kind: 'compensation', n, ...called, args: json }))
}

function argsJson(name: string, args: readonly unknown[]): readonly Json[] {
  return args.map((each, index) => toJson(each, `Argument ${index + 1} of ${name}`))
}

/** A durable pause, in milliseconds; ten years at most. It survives restarts, and holds no memory. */
export function sleep(ms: number): Promise<void> {
  const duration_ms = durationOf(ms)
  return currentInstance().ask((n) => ({ kind: 'timer', n, name: 'sleep', duration_ms }))
}

/**
 * Waits until the function is true; it is asked again whenever something has happened. With a time limit in
 * milliseconds: false when the time is over first.
 */
export function condition(isTrue: () => boolean): Promise<true>
export function condition(isTrue: () => boolean, timeoutMs: number): Promise<boolean>
export async function condition(isTrue: () => boolean, timeoutMs?: number): Promise<boolean> {
  const instance = currentInstance()
  if (timeoutMs === undefined) {
    await instance.condition(isTrue)
    return true
  }
  const duration_ms = durationOf(timeoutMs)
  const timer = instance.ask<null>((n) => ({ kind: 'timer', n, name: 'condition', duration_ms }), {
    reason: 'a condition',
  })
  const n = instance.lastCommand
  let isOver = false
  const timedOut = timer.then(() => {
    isOver = true
    return false
  })
  const isMet = instance.condition(() => isOver || isTrue()).then(() => !isOver)
  // Whichever loses is no longer awaited, and must not be an unhandled rejection.
  timedOut.catch(() => undefined)
  isMet.catch(() => undefined)
  const met = await Promise.race([isMet, timedOut])
  if (met) instance.withdraw(n)
  return met
}

export interface ChildOptions {
  /** The input of the child: an object, as a start takes it. */
  readonly input?: unknown
  /** Or the arguments of a child that is code. */
  readonly args?: readonly unknown[]
  /** `abandon`: the child goes on when this run ends; `cancel` by default. */
  readonly parentClosePolicy?: 'cancel' | 'abandon'
}

export interface ChildHandle<Result> {
  /** The result of the child; throws an ApplicationFailure of the type CHILD_FAILED. */
  result(): Promise<Result>
}

type ResultOf<Body extends WorkflowBody> = Awaited<ReturnType<Body>>

/** Starts a child run of any workflow, code or steps, by its definition or its name. */
export function startChild<Body extends WorkflowBody>(
  workflow: WorkflowDefinition<Body>,
  options?: ChildOptions,
): ChildHandle<ResultOf<Body>>
export function startChild<Result = unknown>(workflow: string, options?: ChildOptions): ChildHandle<Result>
export function startChild(workflow: string | WorkflowDefinition, options: ChildOptions = {}): ChildHandle<unknown> {
  const name = typeof workflow === 'string' ? workflow : workflow.options.type
  const { args, input = args === undefined ? {} : { args }, parentClosePolicy } = options
  const json = toJson(input, `The input of ${name}`)
  const abandon = parentClosePolicy === 'abandon' ? { abandon: true as const } : {}
  const result = currentInstance().ask((n) => ({ kind: 'child', n, name, input: json, ...abandon }))
  // A child whose result is never asked for must not be an unhandled rejection.
  result.catch(() => undefined)
  return { result: () => result }
}

/** Starts a child run and waits for its result. */
export function executeChild<Body extends WorkflowBody>(
  workflow: WorkflowDefinition<Body>,
  options?: ChildOptions,
): Promise<ResultOf<Body>>
export function executeChild<Result = unknown>(workflow: string, options?: ChildOptions): Promise<Result>
export function executeChild(workflow: string | WorkflowDefinition, options?: ChildOptions): Promise<unknown> {
  return startChild(workflow as string, options).result()
}

export interface ApprovalOptions {
  readonly title: string
  readonly instructions?: string
  /** JSON Schema of the answer. */
  readonly form?: { readonly [key: string]: unknown }
  /** People and groups who are asked; without both, all people. */
  readonly assignees?: readonly string[]
  readonly groups?: readonly string[]
}

export interface ApprovalDecision<Answer> {
  readonly by: { readonly id: string; readonly name?: string }
  readonly input: Answer
}

/** Opens a task in the inbox, and waits for the decision of a person. */
export function approval<Answer = { readonly [key: string]: unknown }>(
  options: ApprovalOptions,
): Promise<ApprovalDecision<Answer>> {
  const task = toJson(options, 'An approval') as unknown as RecordedApproval
  return currentInstance().ask((n) => ({ kind: 'approval', n, name: 'approval', task }), { reason: 'a person' })
}

/** Ends this run and starts its successor with a fresh history; signals that nobody has read go along. Never returns. */
export function continueAsNew(...args: readonly unknown[]): never {
  throw new ContinueAsNew(args)
}

/** Instant of what is being delivered, in milliseconds since 1970; equal in every replay. */
export function now(): number {
  return currentInstance().now
}

/** A number in [0, 1), equal in every replay. */
export function random(): number {
  return currentInstance().random()
}

/** A UUID of version 4, equal in every replay. */
export function uuid(): string {
  return uuidOf(currentInstance().random)
}

export interface WorkflowInfo {
  readonly runId: string
  readonly workflowType: string
  /** The first run of a chain of continueAsNew. */
  readonly firstRunId: string
  /** Number of the last event of the history that the body has seen. */
  readonly historyEvents: number
  /** The history is long: continueAsNew at the next good moment. */
  readonly continueAsNewSuggested: boolean
}

export function workflowInfo(): WorkflowInfo {
  const { start, seq } = currentInstance()
  const { runId, workflowType, firstRunId, suggestedEvents } = start
  return { runId, workflowType, firstRunId, historyEvents: seq, continueAsNewSuggested: seq >= suggestedEvents }
}

/** Records that the run has come this far; shown on its timeline. */
export function milestone(name: string, details?: unknown): void {
  const json = details === undefined ? {} : { details: toJson(details, `The details of ${name}`) }
  currentInstance().tell((n) => ({ kind: 'milestone', n, name, ...json }))
}

/**
 * True for new runs, and in each replay of a run that took the new way; false where the history is older than the
 * change. `if (patched('new-fee')) { … } else { … }` keeps live runs going.
 */
export function patched(id: string): boolean {
  return currentInstance().patched(id)
}

/** Sets the handler of a signal, query or update. Signals and updates that came before it are given to it in order. */
export function setHandler<Args extends readonly unknown[]>(
  definition: SignalDefinition<Args>,
  handler: SignalHandler<NoInfer<Args>>,
): void
export function setHandler<Result, Args extends readonly unknown[]>(
  definition: QueryDefinition<Result, Args>,
  handler: QueryHandler<NoInfer<Result>, NoInfer<Args>>,
): void
export function setHandler<Result, Args extends readonly unknown[]>(
  definition: UpdateDefinition<Result, Args>,
  handler: UpdateHandler<NoInfer<Result>, NoInfer<Args>>,
): void
export function setHandler(definition: { readonly kind: string; readonly name: string }, handler: unknown): void {
  const { messages } = currentInstance()
  const { kind, name } = definition
  if (kind === 'signal') messages.onSignal(name, handler as SignalHandler<readonly unknown[]>)
  else if (kind === 'query') messages.onQuery(name, handler as QueryHandler<unknown, readonly unknown[]>)
  else messages.onUpdate(name, handler as UpdateHandler<unknown, readonly unknown[]>)
}

function durationOf(ms: number): number {
  if (Number.isFinite(ms) && ms >= 0) return Math.round(ms)
  throw new ApplicationFailure(`A duration is a number of milliseconds, not ${ms}.`, {
    type: 'DURATION_INVALID',
    retryable: false,
  })
}
