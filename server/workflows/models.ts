import type { Problem } from '#core/definition/problem.ts'
import type { Pins } from '#core/definition/test-run/test-plan.ts'
import type { JsonObject, JsonSchema } from '#core/json.ts'
import type { HumanWaits } from '#core/run/words.ts'
import type { ReadFile } from '#importers/read-file.ts'
import type { ReportedPart } from '#importers/report.ts'
import type { Instant } from '../page.ts'
import type { WorkflowKind } from './kind-of.ts'

export interface WorkflowSummary {
  readonly name: string
  /** The name for people; null where the text has none. */
  readonly title: string | null
  readonly description: string | null
  readonly tags: readonly string[]
  /** 0 while nothing is published. */
  readonly latestVersion: number
  readonly hasUnpublishedChanges: boolean
  readonly stepCount: number
  /** What the workflow is made of. */
  readonly kind: WorkflowKind
  readonly archivedAt: Instant | null
  /** The last change of any kind: a save, a publication, archiving. */
  readonly updatedAt: Instant
  /** The person who saved the draft last. */
  readonly editedBy: string
  readonly editedAt: Instant
  readonly runs: { readonly live: number; readonly failed: number; readonly total: number }
  readonly lastRun: {
    readonly runId: string
    readonly status: string
    /** What the run waits for, where it waits for people or signals. */
    readonly humanWait: HumanWaits | null
    readonly createdAt: Instant
  } | null
}

export interface DraftDetail {
  readonly name: string
  readonly text: string
  readonly revision: number
  readonly updatedAt: Instant
  readonly updatedBy: string
  readonly latestVersion: number
  /** A draft of code cannot be saved: its file is changed. */
  readonly kind: WorkflowKind
  /** Hash of the latest published text, for comparison with the draft; null when nothing is published. */
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
  /** Texts of the workflows that the template starts; a workflow made from the template creates the missing ones. */
  readonly subWorkflows: readonly string[]
  /** A sample input that makes a run of the template interesting. */
  readonly sampleInput: JsonObject
}

export interface PublishedWorkflow {
  readonly name: string
  readonly version: number
  readonly hash: string
  readonly problems: readonly Problem[]
}

export type SaveDraftResult =
  | { readonly outcome: 'saved'; readonly revision: number; readonly updatedAt: Instant }
  | { readonly outcome: 'conflict'; readonly revision: number; readonly text: string; readonly updatedBy: string }

/** Another person who has the draft open, in one window. */
export interface PersonPresent {
  readonly sessionId: string
  /** Null in a mode without accounts when the person has not entered a name. */
  readonly name: string | null
  readonly steps: readonly string[]
}

export interface PresenceResult {
  /** People in the order in which their windows opened. */
  readonly people: readonly PersonPresent[]
  /** The revision of the saved draft. */
  readonly revision: number
  /** 0 while nothing is published. */
  readonly latestVersion: number
}

/** A published workflow whose runs would fail where they start another workflow. */
export interface BrokenParent {
  readonly workflow: string
  readonly step: string
  readonly message: string
}

export type PublishResult =
  | {
      readonly outcome: 'published'
      readonly version: number
      readonly hash: string
      /** False when the latest version has this text already: `version` is then that version, with its own message. */
      readonly isNew: boolean
      readonly problems: readonly Problem[]
    }
  | { readonly outcome: 'refused'; readonly problems: readonly Problem[] }
  | { readonly outcome: 'conflict'; readonly revision: number }

export interface VersionDetail {
  readonly version: number
  readonly kind: WorkflowKind
  readonly text: string
  /** Of code, whose text does not say it; null where the text does, and where there is none. */
  readonly inputSchema: JsonSchema | null
  readonly hash: string
  readonly message: string | null
  readonly author: string
  readonly createdAt: Instant
}

/** Stored data for test runs of a draft. */
export interface TestData {
  readonly pins: Pins
  readonly samples: readonly { readonly name: string; readonly input: JsonObject }[]
}

/** The preview of one imported document; nothing is stored yet. */
export interface PreviewedDocument {
  readonly file: string
  readonly from: ReadFile['from']
  /** Null when the text has no usable name. */
  readonly name: string | null
  /** The text to import: the document itself, or its conversion. */
  readonly text: string
  /** A workflow of this name exists already. */
  readonly exists: boolean
  readonly errors: number
  readonly parts: readonly ReportedPart[]
}

/** The result of an import, per document of the text; ranges of `problems` count from the document's own start. */
export interface ImportReport {
  readonly workflows: readonly {
    readonly name: string
    readonly created: boolean
    /** The published version, when publishing was requested and the text is free of errors. */
    readonly version: number | null
    readonly problems: readonly Problem[]
  }[]
  /** Problems of documents that have no usable name, and of the text as a whole. */
  readonly problems: readonly Problem[]
}
