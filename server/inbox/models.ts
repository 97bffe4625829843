import type { Json, JsonSchema } from '#core/json.ts'
import type { TaskAction } from '#server/runs/tasks/allowed-actions.ts'
import type { HumanTaskSummary, Person } from '#server/runs/tasks/task.ts'
import type { Instant } from '../page.ts'

export interface HumanTaskDetail extends HumanTaskSummary {
  /** What the author says about it, beside the title. */
  readonly instructions: string | null
  readonly form: JsonSchema | null
  readonly decision: Json
  /** People and groups who may not decide it, whoever they are. */
  readonly excluded: readonly string[]
  readonly runStatus: string
  readonly runInput: Json
  readonly runState: Json
  readonly allowedActions: readonly TaskAction[]
  /** Why the other actions are not allowed. */
  readonly notAllowed: readonly { readonly action: TaskAction; readonly reason: string }[]
  /** What people have said about it, oldest first. */
  readonly commentList: readonly TaskComment[]
  /** What became of the task itself, oldest first: asked, reminded, escalated, claimed, passed on, approved, decided. */
  readonly activity: readonly TaskActivity[]
  /** What happened in the run before this task opened, and what was decided in those above it, newest first, in words. */
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

/** One thing that somebody did with a task of a run; `text` is what a comment says. */
export interface TaskAct extends TaskActivity {
  readonly id: string
  readonly taskId: string
  readonly step: string
  readonly text: string | null
}

/** Somebody was faster: the task is decided (or closed, by nobody), or is not as it was shown. */
export type TooLate =
  | { readonly outcome: 'already_decided'; readonly by: string | null; readonly at: Instant | null }
  | {
      readonly outcome: 'changed'
      readonly by: string | null
      readonly at: Instant | null
      readonly sentence: string
      readonly revision: number
    }

/** What became of a decision. Exactly one of several simultaneous decisions is `decided`; `approved`: more have to approve. */
export type DecideResult =
  | { readonly outcome: 'decided' }
  | { readonly outcome: 'approved'; readonly approvals: number; readonly required: number }
  | TooLate
  | { readonly outcome: 'invalid'; readonly errors: readonly { readonly path: string; readonly message: string }[] }
  | { readonly outcome: 'accepted'; readonly operationId: string }

/** What became of a claim, an assignment and the like: done once, or too late. */
export type ChangeResult = { readonly outcome: 'done'; readonly task: HumanTaskSummary } | TooLate

/** What became of one of many decisions. */
export type ManyResult = DecideResult | { readonly outcome: 'refused'; readonly code: string; readonly message: string }

export interface TaskWrite {
  readonly taskId: string
  /** The revision that was looked at: a task that changed meanwhile is shown again first. */
  readonly expectedRevision: number
  /** The same write sent again is one write. */
  readonly operationId: string
}
