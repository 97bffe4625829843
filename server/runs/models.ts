import type { Step } from '#core/definition/definition.ts'
import type { TestPlan } from '#core/definition/test-run/test-plan.ts'
import type { Json } from '#core/json.ts'
import type { AboutValue } from '#core/run/about.ts'
import type { Asker } from '#core/run/command.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { Permission } from '#core/run/permissions.ts'
import type { StepCell } from '#core/run/step-standing.ts'
import type { HumanWaits, RunError } from '#core/run/words.ts'
import type { Instant } from '../page.ts'
import type { MatchCount } from './list/match-count.ts'
import type { Trouble } from './list/trouble.ts'
import type { HumanTaskSummary } from './tasks/task.ts'

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
  /** What tells it from others of its workflow; null until the index of runs has come to it. */
  readonly about: readonly AboutValue[] | null
  readonly createdAt: Instant
  readonly startedAt: Instant | null
  readonly endedAt: Instant | null
  readonly updatedAt: Instant
}

/** A run as its history has made it. */
export interface RunAtPresent extends RunSummary {
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
  /** Verbs that the run would accept now, e.g. `cancel`, `retry`, `resume`, `next_step`, `pause`, `acknowledge`. */
  readonly allowedVerbs: readonly string[]
  /** Each verb of an operator, whether the run would take it now, and why not. */
  readonly permissions: readonly Permission[]
  /** Who asked, for whoever asks again of a later state. */
  readonly asker: Asker
  /** What it is doing, why, since when, and what would move it. */
  readonly sentence: string
  /** Number of its last event. */
  readonly lastSeq: number
}

/** A run that was made from another one, to do it again. */
export interface MadeAgain {
  readonly runId: string
  readonly version: number
  readonly by: string
  readonly at: Instant
  /** From there on it ran; before it, results were taken over. */
  readonly fromStep: string | null
  readonly reason: string | null
}

/** What a page shows of a run: its data are in its events, and are not sent a second time. */
export interface RunDetail extends Omit<RunAtPresent, 'sentence' | 'clientState' | 'workflowState' | 'output'> {
  /** The exact text of the definition version that this run executes. */
  readonly definitionText: string
  /** Nothing new is started of its workflow; the run itself goes on. */
  readonly workflowArchived: boolean
  /** What is tried of that text; null for a run of a published version. */
  readonly testPlan: TestPlan | null
  /** Who did it again, when and why; the latest ones, the newest last. */
  readonly reruns: readonly MadeAgain[]
  /** Open human tasks of this run itself. */
  readonly openTasks: readonly HumanTaskSummary[]
  /** Every event so far, or the first ones of a long history; the live view continues from the last `seq`. */
  readonly events: readonly RunEvent[]
}

/** A step that is with the workers of a queue. */
export interface RunWork {
  readonly step: string
  readonly queue: string
  /** Null while no worker has taken it. */
  readonly workerId: string | null
  readonly offeredAt: Instant
  readonly claimedAt: Instant | null
  /** Its last sign of life. */
  readonly heartbeatAt: Instant | null
  /** How often it was given to another worker because the one before was lost. */
  readonly recoveries: number
  /** How many workers serve the queue. */
  readonly workers: number
}

export interface RunTreeNode {
  readonly run: RunSummary
  readonly parentStep: string | null
  readonly children: readonly RunTreeNode[]
}

/** A row of the grid: a step of a workflow. */
export interface GridStep {
  readonly name: string
  readonly type: Step['type']
  /** How many loops are around it. */
  readonly depth: number
  /** The newest version has it no more. */
  readonly gone: boolean
}

/** A column of the grid. */
export interface GridRun {
  readonly runId: string
  readonly version: number
  readonly status: string
  readonly createdAt: Instant
  readonly startedAt: Instant | null
  readonly endedAt: Instant | null
  /** Its history is too long to be read for a cell each. */
  readonly tooLong: boolean
  /** In the order of the steps, null where its version has no such step; null altogether while they have not been read. */
  readonly cells: readonly (StepCell | null)[] | null
}

/** The steps of a workflow across its last runs, the newest first. */
export interface RunGrid {
  /** The newest published; null when there is none. */
  readonly version: number | null
  readonly steps: readonly GridStep[]
  readonly runs: readonly GridRun[]
}

export type VerbResult =
  | { readonly outcome: 'done'; readonly runId: string; readonly status: string }
  | { readonly outcome: 'accepted'; readonly runId: string; readonly operationId: string }

/** Runs that somebody should look at, counted by the filter `{ trouble, queue }`. */
export interface Concern {
  readonly trouble: Trouble
  /** Of `no_worker`: the queue, and how many workers serve it and have no time. */
  readonly queue?: string
  readonly workers?: number
  readonly count: number
  /** There are more; counting stopped at its bound. */
  readonly more: boolean
  /** The run of which it has been so for longest. */
  readonly oldest: { readonly runId: string; readonly workflow: string; readonly since: Instant | null }
}

/** How the runs ended that ended in a span, and percentiles of how long the completed ones took, in milliseconds. */
export interface TrendFigures {
  readonly completed: number
  readonly failed: number
  readonly stopped: number
  readonly p50: number | null
  readonly p95: number | null
  readonly p99: number | null
}

/** A workflow of which runs failed in the range; `…Before`: in the same span before it. */
export interface FailingWorkflow {
  readonly workflow: string
  readonly failed: number
  readonly ended: number
  readonly failedBefore: number
  readonly endedBefore: number
  /** The most frequent; null while the index of runs has not seen them. */
  readonly cause: { readonly fingerprint: string; readonly shape: string; readonly count: number } | null
}

export interface RunTrends {
  readonly from: Instant
  readonly to: Instant
  readonly stepMs: number
  readonly total: TrendFigures
  /** Oldest first, without a gap; each begins at its instant. */
  readonly buckets: readonly (TrendFigures & { readonly at: Instant })[]
  /** The worst first. */
  readonly failing: readonly FailingWorkflow[]
}

export interface OverviewData {
  readonly byStatus: Readonly<Record<string, number>>
  /** Tasks that the actor may decide. */
  readonly waitingForPeople: number
  /** Runs that await somebody or a signal, in them or below. */
  readonly waitingRuns: { readonly person: MatchCount; readonly signal: MatchCount }
  readonly firstTask: HumanTaskSummary | null
  /** The most pressing first. */
  readonly concerns: readonly Concern[]
  /** Failed, and nobody has seen to it: how many the filter `{ trouble: 'failed' }` finds, and the newest of them. */
  readonly failed: MatchCount
  readonly needsAttention: readonly RunSummary[]
  readonly newest: readonly RunSummary[]
  readonly workflows: number
  readonly enginesAlive: number
}

/** One step of a live view of a run: the events after the last seen `seq`, and the row as it is now. */
export interface RunUpdate {
  readonly events: readonly RunEvent[]
  readonly summary: RunSummary
  /** The database has lost events that were told before: these begin with the first event again. */
  readonly anew?: true
}

/** Runs whose history grew; what they are now is for the reader to ask. `all`: more than can be listed. */
export interface ChangedRuns {
  readonly runIds: readonly string[]
  readonly all: boolean
}
