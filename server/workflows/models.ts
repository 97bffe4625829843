import type { Problem } from '#core/definition/problem.ts'
import type { Pins } from '#core/definition/test-run/test-plan.ts'
import type { JsonObject } from '#core/json.ts'
import type { ReadFile } from '#importers/read-file.ts'
import type { ReportedPart } from '#importers/report.ts'
import type { Instant } from '../page.ts'

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
  /** Texts of the workflows that it starts; a workflow made from the template brings those along that are not there. */
  readonly subWorkflows: readonly string[]
  /** An input with which a run of it is interesting. */
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

/** Somebody else who has the draft open, in one window. */
export interface PersonPresent {
  readonly sessionId: string
  /** Null where there are no accounts and they have not said how they are called. */
  readonly name: string | null
  readonly steps: readonly string[]
}

export interface PresenceResult {
  /** In the order in which their windows came. */
  readonly people: readonly PersonPresent[]
  /** Of the draft as it is saved now. */
  readonly revision: number
  /** 0 while nothing is published. */
  readonly latestVersion: number
}

export type PublishResult =
  | {
      readonly outcome: 'published'
      readonly version: number
      readonly hash: string
      /** Not where the latest version had this text already: then that is the one, with its own message. */
      readonly isNew: boolean
      readonly problems: readonly Problem[]
    }
  | { readonly outcome: 'refused'; readonly problems: readonly Problem[] }
  | { readonly outcome: 'conflict'; readonly revision: number }

export interface VersionDetail {
  readonly version: number
  readonly text: string
  readonly hash: string
  readonly message: string | null
  readonly author: string
  readonly createdAt: Instant
}

/** What is kept beside a draft for trying it. */
export interface TestData {
  readonly pins: Pins
  readonly samples: readonly { readonly name: string; readonly input: JsonObject }[]
}

/** What an import would make of a document; nothing is kept yet. */
export interface PreviewedDocument {
  readonly file: string
  readonly from: ReadFile['from']
  /** Null where the text has no usable name. */
  readonly name: string | null
  /** What would be imported: the document itself, or what was made of it. */
  readonly text: string
  /** A workflow of this name is there already. */
  readonly exists: boolean
  readonly errors: number
  readonly parts: readonly ReportedPart[]
}

/** What an import made of each document of the text; ranges of `problems` count from the document's own start. */
export interface ImportReport {
  readonly workflows: readonly {
    readonly name: string
    readonly created: boolean
    /** The version it was published as, when asked to publish and free of errors. */
    readonly version: number | null
    readonly problems: readonly Problem[]
  }[]
  /** Problems of documents that have no usable name, and of the text as a whole. */
  readonly problems: readonly Problem[]
}
