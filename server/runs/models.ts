import type { Step } from '#core/definition/definition.ts'
import type { TestPlan } from '#core/definition/test-run/test-plan.ts'
import type { Json } from '#core/json.ts'
import type { Asker } from '#core/run/command.ts'
import type { StepCell } from '#core/run/display-status.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { VariantOutput } from '#core/run/fan-out/variant-output.ts'
import type { Permission } from '#core/run/preview/permissions.ts'
import type { AboutValue } from '#core/run/search/about.ts'
import type { HumanWaits, RunError } from '#core/run/words.ts'
import type { Instant } from '../page.ts'
import type { HealthSignal } from './list/health-signals.ts'
import type { MatchCount } from './list/match-count.ts'
import type { EnvelopeOfRun } from './locks/envelope-of-run.ts'
import type { HumanTaskSummary } from './tasks/task.ts'

export interface RunSummary {
  readonly runId: string
  readonly workflow: string
  /** Negative for a test run of a draft. */
  readonly version: number
  /** A test run of a draft, or a descendant of one. */
  readonly test: boolean
  readonly status: string
  readonly phase: string
  /** In lists: why the run does not get its locks, as its last request was answered. */
  readonly lockNote?: string
  readonly publicStatus: string
  readonly held: boolean
  readonly currentSteps: readonly string[]
  readonly error: { readonly code: string; readonly message: string; readonly step: string | null } | null
  readonly humanWait: HumanWaits | null
  readonly parentRunId: string | null
  readonly rootRunId: string
  /** The caller's own id of the work that the run does. */
  readonly workflowId: string | null
  /** The run of which this one is a rerun; and the reruns of this one, the earliest first. */
  readonly rerunOf: string | null
  readonly rerunBy: readonly string[]
  /** The number of runs that it started, as variants of one request; 1 for an ordinary run. */
  readonly variants: number
  /** The run that this one regenerates, and the variant of it, if the request names one. */
  readonly lineage: { readonly parentRunId: string; readonly parentVariantIndex: number | null } | null
  readonly ownerId: string
  readonly dataRegion: string
  readonly depth: number
  readonly childCount: number
  readonly tags: readonly string[]
  /** Values that distinguish the run from others of its workflow; null until the run is indexed. */
  readonly about: readonly AboutValue[] | null
  readonly createdAt: Instant
  readonly startedAt: Instant | null
  readonly endedAt: Instant | null
  readonly updatedAt: Instant
}

/** A run in its present state, folded from its history. */
export interface RunAtPresent extends RunSummary, EnvelopeOfRun {
  readonly taskState: string
  readonly drive: 'auto' | 'manual'
  readonly saga: boolean
  readonly failFast: boolean
  readonly createdBy: string
  readonly input: Json
  readonly clientState: Json
  readonly workflowState: Json
  readonly output: Json
  /** The result of each variant; an ordinary run has one. */
  readonly outputs: readonly VariantOutput[]
  readonly failure: RunError | null
  /** The definition that the run executes: of the shown workflow, or generated for its variants. */
  readonly executed: { readonly workflow: string; readonly version: number }
  /** Verbs that the run would accept now, e.g. `cancel`, `retry`, `resume`, `next_step`, `pause`, `acknowledge`. */
  readonly allowedVerbs: readonly string[]
  /** Each verb of an operator, whether the run would take it now, and why not. */
  readonly permissions: readonly Permission[]
  /** The caller, for judging permissions again on a later state. */
  readonly asker: Asker
  /**
   * Of a run that ended FAILED_UNSAFE: whether each step that has changed something is declared `idempotent`. Null for
   * any other run.
   */
  readonly retryIsSafe: boolean | null
  /** A sentence: what the run is doing, why, since when, and what would move it. */
  readonly sentence: string
  /** Number of its last event. */
  readonly lastSeq: number
}

/** A rerun of a run. */
export interface RerunSummary {
  readonly runId: string
  readonly version: number
  readonly by: string
  readonly at: Instant
  /** The step from which it ran; results of earlier steps were taken over. */
  readonly fromStep: string | null
  readonly reason: string | null
}

/** The data of a run's page. The run's payloads are in its events, and are not sent a second time. */
export interface RunDetail
  extends Omit<RunAtPresent, 'sentence' | 'clientState' | 'workflowState' | 'output' | 'outputs'> {
  /** The exact text of the definition version that this run executes. */
  readonly definitionText: string
  /** The workflow starts no new runs; the run itself goes on. */
  readonly workflowArchived: boolean
  /** The part of the text that a test run executes; null for a run of a published version. */
  readonly testPlan: TestPlan | null
  /** The reruns of the run: person, time and reason; only the latest, the newest last. */
  readonly reruns: readonly RerunSummary[]
  /** The first runs that regenerate this one, the earliest first. */
  readonly regeneratedBy: readonly string[]
  /** The results of variants once their run has ended: it may not have read them all. Empty for any other run. */
  readonly outputs: readonly VariantOutput[]
  /** Open human tasks of this run itself. */
  readonly openTasks: readonly HumanTaskSummary[]
  /** Every event so far, or the first ones of a long history; the live view continues from the last `seq`. */
  readonly events: readonly RunEvent[]
}

/** A step that was offered to the workers of a queue. */
export interface RunWork {
  readonly step: string
  readonly queue: string
  /** Null while no worker has taken it. */
  readonly workerId: string | null
  readonly offeredAt: Instant
  readonly claimedAt: Instant | null
  /** The last heartbeat of the task. */
  readonly heartbeatAt: Instant | null
  /** The number of times the task was given to another worker because the one before was lost. */
  readonly recoveries: number
  /** The number of workers that serve the queue. */
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
  /** The number of loops around the step. */
  readonly depth: number
  /** The newest version does not contain the step any more. */
  readonly gone: boolean
}

/** A column of the grid. */
export interface GridRun {
  readonly runId: string
  readonly version: number
  readonly status: string
  /** What the run waits for, where it waits for people or signals. */
  readonly humanWait: HumanWaits | null
  readonly createdAt: Instant
  readonly startedAt: Instant | null
  readonly endedAt: Instant | null
  /** The run's history is too long to be read for the grid. */
  readonly tooLong: boolean
  /**
   * Cells in the order of the steps, null where the run's version has no such step; the whole list is null until the
   * cells have been read.
   */
  readonly cells: readonly (StepCell | null)[] | null
}

/** The steps of a workflow across its last runs, the newest first. */
export interface RunGrid {
  /** The newest published version; null when there is none. */
  readonly version: number | null
  readonly steps: readonly GridStep[]
  readonly runs: readonly GridRun[]
}

/** A step of a workflow in numbers. */
export interface StepHeat {
  readonly step: string
  /** The live runs that stand at the step: `runs.list({ workflow, atStep })`. */
  readonly live: number
  /** The runs that failed at the step: `runs.list({ workflow, failedStep, endedFrom: since })`. */
  readonly failed: number
  /** The median duration of the step among the last runs that ended; null where it completed in none of them. */
  readonly medianMs: number | null
}

/** Where the runs of a workflow stand and fail; steps without any of the numbers are left out. */
export interface RunHeat {
  /** Failures are counted from this instant on. */
  readonly since: Instant
  /** The live runs of the workflow, and whether only the newest of them, or of the failed ones, were counted. */
  readonly live: number
  readonly more: boolean
  readonly steps: readonly StepHeat[]
}

export type VerbResult =
  | { readonly outcome: 'done'; readonly runId: string; readonly status: string }
  | { readonly outcome: 'accepted'; readonly runId: string; readonly operationId: string }

/** Runs that need attention, counted by the filter `{ trouble, queue }`. */
export interface Concern {
  readonly trouble: HealthSignal
  /** For `no_worker`: the queue, and the number of workers that serve it but have no time. */
  readonly queue?: string
  readonly workers?: number
  readonly count: number
  /** The count stopped at its bound; more runs match. */
  readonly more: boolean
  /** The run with the longest trouble. */
  readonly oldest: { readonly runId: string; readonly workflow: string; readonly since: Instant | null }
}

/**
 * Outcomes of the runs that ended in a span, and percentiles of the duration of the completed ones, in milliseconds.
 */
export interface TrendFigures {
  readonly completed: number
  readonly failed: number
  readonly stopped: number
  readonly p50: number | null
  readonly p95: number | null
  readonly p99: number | null
}

/** A workflow with failed runs in the range; `…Before`: in the span of equal length before it. */
export interface FailingWorkflow {
  readonly workflow: string
  readonly failed: number
  readonly ended: number
  readonly failedBefore: number
  readonly endedBefore: number
  /** The most frequent cause; null until the failed runs are indexed. */
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
  /** Runs that wait for a person or a signal, themselves or in a descendant. */
  readonly waitingRuns: { readonly person: MatchCount; readonly signal: MatchCount }
  readonly firstTask: HumanTaskSummary | null
  /** The most pressing first. */
  readonly concerns: readonly Concern[]
  /**
   * Failed runs without an acknowledgement: the number that the filter `{ trouble: 'failed' }` finds, and the newest of
   * them.
   */
  readonly failed: MatchCount
  /** Root runs that failed and may have left changes in the world, and that nobody has acknowledged. */
  readonly unsafe: MatchCount
  readonly needsAttention: readonly RunSummary[]
  readonly newest: readonly RunSummary[]
  readonly workflows: number
  readonly enginesAlive: number
  /** Webhooks that Heddle turned off, for actors who may turn them on again. */
  readonly stoppedWebhooks: readonly { readonly id: string; readonly url: string; readonly reason: string }[]
}

/** One update of a live view of a run: the events after the last seen `seq`, and the present row. */
export interface RunUpdate {
  readonly events: readonly RunEvent[]
  readonly summary: RunSummary
  /** The database has lost events that were sent before: `events` begins with the first event again. */
  readonly anew?: true
}

/** Runs whose history grew; readers query the present state themselves. `all`: more runs than can be listed. */
export interface ChangedRuns {
  readonly runIds: readonly string[]
  readonly all: boolean
}
