import type { Json } from '#core/json.ts'
import type { CommandShape, News } from '#core/run/code/code-state.ts'
import type { Delivered } from '#core/run/code/replay.ts'
import type { WorkflowOptions } from '#sdk/workflow/definitions.ts'
import type { QueryAnswer } from '#sdk/workflow/messages.ts'

/** The code of a workflow as a thread loads it: the sources of its modules by file, and the hash of all of them. */
export interface LoadedCode {
  readonly hash: string
  readonly entry: string
  readonly sources: readonly (readonly [file: string, source: string])[]
}

/** A workflow that code exports, with the messages that its modules declare. */
export interface DescribedWorkflow {
  readonly exportName: string
  readonly options: WorkflowOptions
  readonly signals: readonly string[]
  readonly queries: readonly string[]
  readonly updates: readonly string[]
}

/** A run, as its body sees it. */
export interface RunOfCode {
  readonly runId: string
  readonly workflowType: string
  readonly firstRunId: string
  readonly input: Json
  readonly hash: string
}

/** The whole history of a run, for an instance that has seen none of it. */
export interface WholeHistory {
  readonly commands: readonly CommandShape[]
  readonly news: readonly News[]
  readonly patches: readonly string[]
  readonly seen: number
  /** Of a body that has ended: the end of the delivery before its last one. */
  readonly endsAfter?: number | undefined
}

/** `history` absent: only an instance that has seen everything up to `fromSeq` can answer; without one: a miss. */
export interface Delivery {
  readonly run: RunOfCode
  readonly fromSeq: number
  readonly upToSeq: number
  readonly news: readonly News[]
  readonly history?: WholeHistory
}

export interface Query {
  readonly run: RunOfCode
  readonly name: string
  readonly args: readonly Json[]
  /** Number of the last event that the run's body has seen. */
  readonly fromSeq: number
  readonly history?: WholeHistory
}

export type ToThread =
  | { readonly id: number; readonly load: LoadedCode }
  | { readonly id: number; readonly deliver: Delivery }
  | { readonly id: number; readonly query: Query }
  | { readonly id: number; readonly describe: LoadedCode }
  /** Drops all instances: their logs may have changed. */
  | { readonly id: number; readonly forget: true }

/** `lacks`: the thread has no code of that hash; or it has no instance, and got no history. */
export type FromThread = { readonly id: number } & (
  | { readonly delivered: Delivered }
  | { readonly answer: QueryAnswer | null }
  | { readonly described: readonly DescribedWorkflow[] }
  | { readonly done: true }
  | { readonly lacks: 'code' | 'instance' }
  | { readonly error: { readonly code: string; readonly message: string } }
)
