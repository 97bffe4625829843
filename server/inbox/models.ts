import type { Json, JsonSchema } from '#core/json.ts'
import type { Instant } from '../page.ts'

export interface HumanTaskSummary {
  readonly taskId: string
  readonly runId: string
  readonly workflow: string
  readonly version: number
  readonly step: string
  readonly title: string
  readonly assignees: readonly string[]
  readonly groups: readonly string[]
  readonly status: 'open' | 'decided' | 'closed'
  readonly revision: number
  readonly dueAt: Instant | null
  readonly openedAt: Instant
  readonly decidedBy: string | null
  readonly closedAt: Instant | null
}

export interface HumanTaskDetail extends HumanTaskSummary {
  readonly form: JsonSchema | null
  readonly decision: Json
  readonly runStatus: string
  readonly runInput: Json
  readonly runState: Json
  readonly allowedActions: readonly 'decide'[]
  /** What happened in the run before this task opened, newest first, in words. */
  readonly earlier: readonly { readonly at: Instant; readonly step: string; readonly sentence: string }[]
}

/** What became of a decision. Exactly one of several simultaneous decisions is `decided`. */
export type DecideResult =
  | { readonly outcome: 'decided' }
  | { readonly outcome: 'already_decided'; readonly by: string | null; readonly at: Instant | null }
  | { readonly outcome: 'invalid'; readonly errors: readonly { readonly path: string; readonly message: string }[] }
  | { readonly outcome: 'accepted'; readonly operationId: string }

export type InboxScope = 'available' | 'mine' | 'all' | 'done'
