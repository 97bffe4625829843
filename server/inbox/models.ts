import type { Json, JsonSchema } from '#core/json.ts'
import type { TaskAction } from '#server/access/task-rules.ts'
import type { HumanTaskSummary, Person } from '#server/runs/tasks/task.ts'
import type { ApiErrorCode } from '../api-error.ts'
import type { Instant } from '../page.ts'

export interface HumanTaskDetail extends HumanTaskSummary {
  /** The author's instructions, beside the title. */
  readonly instructions: string | null
  readonly form: JsonSchema | null
  readonly decision: Json
  /** People and groups who may not decide the task, even if assigned. */
  readonly excluded: readonly string[]
  readonly runStatus: string
  readonly runInput: Json
  readonly runState: Json
  readonly allowedActions: readonly TaskAction[]
  /** Why the other actions are not allowed. */
  readonly notAllowed: readonly { readonly action: TaskAction; readonly reason: string }[]
  /** Comments, oldest first. */
  readonly commentList: readonly TaskComment[]
  /** History of the task, oldest first: asked, reminded, escalated, claimed, passed on, approved, decided. */
  readonly activity: readonly TaskActivity[]
  /** Events of the run before this task opened, and decisions in the ancestor runs, newest first, in words. */
  readonly earlier: readonly EarlierEvent[]
}

export interface EarlierEvent extends TaskActivity {
  readonly step: string
  /** Null for the task's own run. */
  readonly run: { readonly runId: string; readonly workflow: string } | null
}

export interface TaskComment {
  readonly id: string
  readonly by: Person
  readonly at: Instant
  readonly text: string
}

export interface TaskActivity {
  readonly at: Instant
  readonly sentence: string
}

/** One action of a person on a task of a run; `text` is the text of a comment. */
export interface TaskAct extends TaskActivity {
  readonly id: string
  readonly taskId: string
  readonly step: string
  readonly text: string | null
}

/** Another write came first: the task is decided (or closed without a decision), or has changed since it was shown. */
export type TooLate =
  | { readonly outcome: 'already_decided'; readonly by: string | null; readonly at: Instant | null }
  | {
      readonly outcome: 'changed'
      readonly by: string | null
      readonly at: Instant | null
      readonly sentence: string
      readonly revision: number
    }

/**
 * The result of a decision. Exactly one of several simultaneous decisions is `decided`; `approved`: more people have to
 * approve.
 */
export type DecideResult =
  | { readonly outcome: 'decided' }
  | { readonly outcome: 'approved'; readonly approvals: number; readonly required: number }
  | TooLate
  | { readonly outcome: 'invalid'; readonly errors: readonly { readonly path: string; readonly message: string }[] }
  | { readonly outcome: 'accepted'; readonly operationId: string }

/** The result of a claim, an assignment or the like: done once, or too late. */
export type ChangeResult = { readonly outcome: 'done'; readonly task: HumanTaskSummary } | TooLate

/** The result of one decision among many. */
export type ManyResult =
  | DecideResult
  | { readonly outcome: 'refused'; readonly code: ApiErrorCode; readonly message: string }

export interface TaskWrite {
  readonly taskId: string
  /** The revision that the caller saw: a task that changed meanwhile is shown again first. */
  readonly expectedRevision: number
  /** The idempotency key of the write. */
  readonly operationId: string
}
