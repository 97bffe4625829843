import type { Problem } from '#core/definition/problem.ts'
import type { Json, JsonObject, JsonSchema } from '#core/json.ts'
import type { HumanWaits, RunError, RunEvent } from '#core/run/event.ts'

/** What the procedures answer. Instants are ISO 8601 strings with milliseconds, in UTC. */
export type Instant = string

export interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

export interface WorkflowSummary {
  readonly name: string
  readonly description: string | null
  /** 0 while nothing is published. */
  readonly latestVersion: number
  readonly hasUnpublishedChanges: boolean
  readonly stepCount: number
  readonly archivedAt: Instant | null
  readonly updatedAt: Instant
  readonly runs: { readonly live: number; readonly failed: number; readonly total: number }
  readonly lastRun: { readonly runId: string; readonly status: string; readonly createdAt: Instant } | null
}

export interface DraftDetail {
  readonly name: string
  readonly text: string
  readonly revision: number
  readonly updatedAt: Instant
  readonly updatedBy: string
  readonly latestVersion: number
  /** Hash of the latest published text, to tell whether the draft differs from it; null when nothing is published. */
  readonly publishedHash: string | null
  readonly archivedAt: Instant | null
}

export interface VersionSummary {
  readonly version: number
  readonly hash: string
  readonly label: string | null
  readonly message: string | null
  readonly author: string
  readonly createdAt: Instant
  readonly liveRuns: number
}

export interface Template {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly text: string
  /** An input with which a run of it is interesting. */
  readonly sampleInput: JsonObject
}

export interface PublishedWorkflow {
  readonly name: string
  readonly version: number
  readonly hash: string
  readonly problems: readonly Problem[]
}

/** A registered step function, as found in the functions folders. */
export interface StepFunction {
  /** `orders.validate` */
  readonly name: string
  readonly file: string
  readonly line: number
  readonly doc: string | null
  readonly signature: string
}

export interface RunSummary {
  readonly runId: string
  readonly workflow: string
  readonly version: number
  readonly status: string
  readonly phase: string
  readonly publicStatus: string
  readonly held: boolean
  readonly currentSteps: readonly string[]
  readonly error: { readonly code: string; readonly message: string; readonly step: string | null } | null
  readonly humanWait: HumanWaits | null
  readonly parentRunId: string | null
  readonly rootRunId: string
  readonly depth: number
  readonly childCount: number
  readonly tags: readonly string[]
  readonly createdAt: Instant
  readonly startedAt: Instant | null
  readonly endedAt: Instant | null
  readonly updatedAt: Instant
}

export interface RunDetail extends RunSummary {
  readonly taskState: string
  readonly drive: 'auto' | 'manual'
  readonly saga: boolean
  readonly failFast: boolean
  readonly ownerId: string
  readonly dataRegion: string
  readonly createdBy: string
  readonly input: Json
  readonly clientState: Json
  readonly workflowState: Json
  readonly output: Json
  readonly failure: RunError | null
  /** The exact text of the definition version that this run executes. */
  readonly definitionText: string
  /** Verbs that the run would accept now, e.g. `cancel`, `retry`, `resume`, `next_step`, `pause`, `acknowledge`. */
  readonly allowedVerbs: readonly string[]
  /** Open human tasks of this run itself. */
  readonly openTasks: readonly HumanTaskSummary[]
  /** Every event so far; the live view continues from the last `seq`. */
  readonly events: readonly RunEvent[]
}

export interface RunTreeNode {
  readonly run: RunSummary
  readonly parentStep: string | null
  readonly children: readonly RunTreeNode[]
}

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

/** The answer to a verb: done now, or accepted and still on its way after the reply wait. */
export type VerbResult =
  | { readonly outcome: 'done'; readonly runId: string; readonly status: string }
  | { readonly outcome: 'accepted'; readonly runId: string; readonly operationId: string }

export interface OverviewData {
  readonly byStatus: Readonly<Record<string, number>>
  readonly waitingForPeople: number
  readonly oldestWait: HumanTaskSummary | null
  readonly needsAttention: readonly RunSummary[]
  readonly recent: readonly RunSummary[]
  /** Per hour, oldest first, the last 24 hours. */
  readonly throughput: readonly { readonly hour: Instant; readonly completed: number; readonly failed: number }[]
  readonly durationsMs: { readonly p50: number | null; readonly p95: number | null }
  readonly workflows: number
  readonly enginesAlive: number
}
