import type { TestPlan } from '#core/definition/test-run/test-plan.ts'
import type { Json } from '#core/json.ts'
import type { HumanWaits, RunError, RunEvent } from '#core/run/event.ts'
import type { HumanTaskSummary } from '../inbox/models.ts'
import type { Instant } from '../page.ts'

export interface RunSummary {
  readonly runId: string
  readonly workflow: string
  /** Below 0: of a draft that is tried. */
  readonly version: number
  /** A draft that is tried, or a run below one. */
  readonly test: boolean
  readonly status: string
  readonly phase: string
  readonly publicStatus: string
  readonly held: boolean
  readonly currentSteps: readonly string[]
  readonly error: { readonly code: string; readonly message: string; readonly step: string | null } | null
  readonly humanWait: HumanWaits | null
  readonly parentRunId: string | null
  readonly rootRunId: string
  /** The run that this one was made from, to do it again; and those that were made from this one, the earliest first. */
  readonly rerunOf: string | null
  readonly rerunBy: readonly string[]
  readonly ownerId: string
  readonly dataRegion: string
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
  readonly createdBy: string
  readonly input: Json
  readonly clientState: Json
  readonly workflowState: Json
  readonly output: Json
  readonly failure: RunError | null
  /** The exact text of the definition version that this run executes. */
  readonly definitionText: string
  /** What is tried of that text; null for a run of a published version. */
  readonly testPlan: TestPlan | null
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

/** One step of a live view of a run: the events after the last seen `seq`, and the row as it is now. */
export interface RunUpdate {
  readonly events: readonly RunEvent[]
  readonly summary: RunSummary
}

/** Runs whose history grew; what they are now is for the reader to ask. `all`: more than can be listed. */
export interface ChangedRuns {
  readonly runIds: readonly string[]
  readonly all: boolean
}
