import type { Json, JsonObject } from '#core/json.ts'
import type { ActorRef, RunError } from '../words.ts'

/** The retry policy of an activity, as authors write it. Durations are milliseconds. */
export interface ActivityRetry {
  /** 1 by default; unlimited up to `limits.code.activityAttempts` where any other field is set. */
  readonly maximumAttempts?: number
  readonly initialIntervalMs?: number
  readonly backoffCoefficient?: number
  readonly maximumIntervalMs?: number
  /** No attempt begins later than this after the command. */
  readonly expirationIntervalMs?: number
  /** Names of errors after which no further attempt is made. */
  readonly nonRetryableErrorTypes?: readonly string[]
}

/** Options of the activity of a command. Durations are milliseconds. */
export interface ActivityOptions {
  readonly retry?: ActivityRetry
  readonly startToCloseTimeoutMs?: number
  readonly scheduleToCloseTimeoutMs?: number
  /** The longest wait in a queue until a worker or agent takes the activity. */
  readonly scheduleToStartTimeoutMs?: number
  /** The longest silence of the activity between two heartbeats. */
  readonly heartbeatTimeoutMs?: number
  /** `none`: the activity changes nothing in the world. */
  readonly effects?: 'none'
  /** The queue whose workers and agents run the activity; absent: the host of the body. */
  readonly queue?: string
}

/** The human task that a body asks for. */
export interface ApprovalOptions {
  readonly title: string
  readonly instructions?: string
  readonly form?: JsonObject
  readonly assignees?: readonly string[]
  readonly groups?: readonly string[]
}

interface ActivityCall {
  readonly n: number
  readonly name: string
  /** The function that the built-in host calls, as module.function. */
  readonly function: string
  readonly args: readonly Json[]
  readonly options?: ActivityOptions
}

/**
 * A command of a body. `n` counts the commands of a run from 1, in the order of the calls; the recorded command is the
 * step `<name>#<n>`.
 */
export type CodeCommand =
  | (ActivityCall & { readonly kind: 'activity' })
  | { readonly kind: 'timer'; readonly n: number; readonly name: string; readonly duration_ms: number }
  | {
      readonly kind: 'child'
      readonly n: number
      readonly name: string
      readonly input: Json
      readonly abandon?: true
    }
  | { readonly kind: 'approval'; readonly n: number; readonly name: string; readonly task: ApprovalOptions }
  | { readonly kind: 'milestone'; readonly n: number; readonly name: string; readonly details?: Json }
  /** An activity that undoes an earlier one, if the run rolls back. */
  | (ActivityCall & { readonly kind: 'compensation' })

export type CommandKind = CodeCommand['kind']

/** The part of a command that a replay compares. */
export interface CommandShape {
  readonly n: number
  readonly kind: CommandKind
  readonly name: string
  readonly duration_ms?: number
}

/** What a recorded command needs for its further attempts. */
export interface RecordedCommand extends CommandShape {
  readonly function?: string
  readonly options?: ActivityOptions
  /** Instant of the command, in milliseconds since 1970. */
  readonly at: number
  /** The activity was not taken in time, and its task is being withdrawn; only in the state. */
  readonly isLate?: true
  /** Rendered arguments; only in the state, an event has them beside its command. */
  readonly with?: Json
}

/** A command that has ended without a result, for a retry of the run. */
export interface LeftCommand extends RecordedCommand {
  /** Number of its last attempt. */
  readonly attempt: number
  /** Number of the event that ended it. */
  readonly seq: number
}

/** A request of a body that is no command: it takes no number. */
export type CodeNote =
  | { readonly kind: 'patched'; readonly id: string }
  /** The body no longer awaits the command: it is withdrawn, unless it has ended. */
  | { readonly kind: 'cancel'; readonly n: number }
  | { readonly kind: 'update_accepted'; readonly update_id: string }
  | { readonly kind: 'update_completed'; readonly update_id: string; readonly result: Json }
  | { readonly kind: 'update_rejected'; readonly update_id: string; readonly error: RunError }

/** A failure as a body sees it, and as it throws it. */
export interface CodeFailure {
  readonly type: string
  readonly message: string
  readonly stack?: string
}

/**
 * News for a body, in the order of the log. `seq` is the number of its event; `at` its instant, which `now()` returns
 * once the news is given to the body.
 */
export type News = { readonly seq: number; readonly at: number } & (
  | { readonly kind: 'started' }
  | { readonly kind: 'resolved'; readonly n: number; readonly value: Json }
  | { readonly kind: 'rejected'; readonly n: number; readonly failure: CodeFailure }
  | { readonly kind: 'signal'; readonly name: string; readonly data: Json }
  | { readonly kind: 'update'; readonly update_id: string; readonly name: string; readonly args: Json }
  | { readonly kind: 'cancel'; readonly reason?: string }
)

/** The state of a body after a delivery: blocked on commands, ended, or failed. */
export type CodeOutcome =
  | {
      readonly kind: 'blocked'
      /** What the body waits for, in words; absent: for its commands alone. */
      readonly reason?: string
      /** file:line */
      readonly at?: string
    }
  | { readonly kind: 'completed'; readonly result: Json }
  | { readonly kind: 'failed'; readonly failure: CodeFailure }
  | { readonly kind: 'cancelled' }
  | {
      readonly kind: 'continue_as_new'
      readonly input: Json
      /** Signals that no handler has read: they go to the successor. */
      readonly signals: readonly { readonly name: string; readonly data: Json }[]
    }
  /** The code differs from the history. */
  | { readonly kind: 'violation'; readonly message: string; readonly details: JsonObject }
  /** The host was lost or took too long; the delivery is repeated. */
  | { readonly kind: 'lost'; readonly error: RunError }

/** A version of a workflow, and the hash of its code. */
export interface MovedCode {
  readonly version: number
  readonly hash: string
}

/** The request to a body to end. `compensate`: the run rolls back once the body has ended. */
export interface CodeCancel {
  readonly actor: ActorRef
  readonly reason?: string
  readonly cause: 'operator' | 'parent'
  readonly compensate?: true
}

export interface OpenUpdate {
  readonly name: string
  readonly accepted: boolean
}

/** The part of a run's state that only runs of code have. It holds what is open; what has ended is in the log. */
export interface CodeState {
  /** Number of recorded commands. */
  readonly commands: number
  /** Number of the next delivery, from 1, and its attempt. */
  readonly task: number
  readonly attempt: number
  /** Number of the last event that the body has seen. */
  readonly seen: number
  /** News that the body has not seen, in order. */
  readonly news: readonly News[]
  /** Records of the open commands by step. */
  readonly open: { readonly [step: string]: RecordedCommand }
  /** Commands that the end of the run interrupted; a retry starts them again. */
  readonly interrupted: { readonly [step: string]: LeftCommand }
  /** Commands whose failure the body saw last, or has not seen: a retry forgets these, and starts the commands again. */
  readonly failed: { readonly [step: string]: LeftCommand }
  /** The version whose code runs, where a retry has taken a newer one than the run began with. */
  readonly moved?: MovedCode
  /** The agent that answered the last delivery. */
  readonly agent?: string
  /** Registered compensations by step; the arguments are in the run's `undo`. Absent where there is none. */
  readonly compensations?: { readonly [step: string]: RecordedCommand }
  /** Number of activities that may have changed the world, and of sub-workflows that ended unsafe. */
  readonly changes?: number
  /** A compensation has run: the log no longer says what the world is like, so that no replay may go on from it. */
  readonly undone?: true
  /** A retry delivers the whole history once more, whether there is news or not. */
  readonly again?: true
  readonly updates: { readonly [id: string]: OpenUpdate }
  /** Queued signals that the body has no handler for. */
  readonly unread: number
  readonly cancel: CodeCancel | null
  /** When the run is cancelled even if its body goes on. */
  readonly grace: { readonly timerId: string; readonly dueAt: number } | null
  readonly blocked: { readonly reason?: string; readonly at?: string; readonly since: number } | null
}

export const newCode: CodeState = {
  commands: 0,
  task: 1,
  attempt: 1,
  seen: 0,
  news: [],
  open: {},
  interrupted: {},
  failed: {},
  updates: {},
  unread: 0,
  cancel: null,
  grace: null,
  blocked: null,
}
