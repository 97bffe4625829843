import type { Json } from '#core/json.ts'
import type { Command, Refusal } from '#core/run/command.ts'
import type { HumanTaskSpec, HumanWaits, RunError } from '#core/run/words.ts'
import type { NewPayload } from '../payload/known-payloads.ts'

/**
 * Everything that one batch of events of one run writes. It is data, so that
 * it can be sent again as it is when the answer to a commit was lost: the same
 * `appendId` at the same `seq` is the same append.
 */
export interface Append {
  readonly runId: string
  readonly ownerId: string
  /** Number of its first event; with `runId` the key of the log row. */
  readonly seq: number
  readonly lastSeq: number
  readonly appendId: string
  /** JSON array of RunEvent, in which references stand for large values. */
  readonly events: string
  /** About how many bytes it sends beside its events; none when absent. */
  readonly bytesBeside?: number
  /** Large values that these events refer to, and that are not stored for this run yet. */
  readonly payloads?: readonly NewPayload[]
  readonly currentSteps: readonly string[]
  readonly updatedAt: number
  /** What else of the list columns changed; absent when a step simply followed a step. */
  readonly projection?: Projection
  /** The run is taken from the ready table: its owner becomes the engine that appends. */
  readonly claim?: true
  /** Let go of the run, unless its mail number is no longer this one. */
  readonly releaseAt?: number
  readonly rows?: AppendRows
  /** Mail number up to which its owner has read, where that is known: it need not be told what it knows. */
  readonly mailSeq?: number
}

/** The list columns of `run_state`, a pure function of the run's state. */
export interface Projection {
  readonly status: string
  readonly phase: string
  readonly held: boolean
  readonly pending: boolean
  /** Its public status is `failed`. */
  readonly calledFailed: boolean
  readonly error: RunError | null
  readonly humanWait: HumanWaits | null
  readonly startedAt: number | null
  readonly endedAt: number | null
}

export interface AppendRows {
  readonly timersSet: readonly { readonly timerId: string; readonly dueAt: number }[]
  readonly timersCleared: readonly string[]
  readonly tasksOpened: readonly TaskOpened[]
  /** Open tasks of which something is known that was not: approvals, reminders, the escalation. */
  readonly tasksChanged?: readonly TaskChanged[]
  readonly tasksClosed: readonly TaskClosed[]
  /** Functions for workers, and those that nobody waits for any more. */
  readonly workOffered?: readonly WorkOffered[]
  readonly workWithdrawn?: readonly string[]
  /** Functions of runs that turned back: no other worker begins them, and their run hears of those that no worker has. */
  readonly workRecalled?: readonly WorkRecalled[]
  readonly children: readonly NewRun[]
  readonly messages: readonly Message[]
  readonly handled: readonly Handled[]
  /** JSON of the run's state after this append, when it is time for one. */
  readonly snapshot?: string
}

export interface WorkOffered {
  readonly taskId: string
  readonly ownerId: string
  readonly workflow: string
  readonly queue: string
  readonly idempotent: boolean
  readonly silenceMs: number | null
  /** JSON of a WorkerRequest. */
  readonly request: string
}

export interface WorkRecalled {
  readonly taskId: string
  /** What the run hears when no worker has ever taken the task. */
  readonly ifNotBegun: Command
  /** What it hears when the worker that had taken it was lost, and no other has it yet. */
  readonly ifLost: Command
}

export interface TaskOpened {
  readonly ownerId: string
  readonly rootRunId: string
  readonly workflow: string
  readonly version: number
  readonly step: string
  readonly iteration: number
  readonly openedAt: number
  /** Who started the run. */
  readonly requestedBy: string
  readonly task: HumanTaskSpec
}

export interface TaskChanged {
  readonly taskId: string
  readonly approvals: readonly TaskApproval[]
  readonly reminders: number
  readonly remindedAt: number | null
  readonly escalatedTo: string | null
  readonly escalatedAt: number | null
}

/** As a row keeps it; what each of them entered is in the history. */
export interface TaskApproval {
  readonly by: string
  readonly name?: string
  readonly at: number
}

export interface TaskClosed {
  readonly taskId: string
  readonly closedAt: number
  /** Absent when it was closed without a decision. */
  readonly decision?: {
    readonly by: string
    readonly name: string | null
    readonly input: Json
    /** Where several had to approve and did. */
    readonly approvals?: readonly TaskApproval[]
  }
}

/** A run that is to be started: header, first log row, list columns and its place in the queue. */
export interface NewRun {
  readonly runId: string
  readonly ownerId: string
  readonly dataRegion: string
  readonly workflow: string
  readonly version: number
  readonly parentRunId: string | null
  readonly parentStep: string | null
  readonly rootRunId: string
  /** Of a detached run and of those below it: the root of the run that started it. */
  readonly originRunId: string | null
  /** The run that this one was made from, to do it again. */
  readonly rerunOf: string | null
  readonly depth: number
  readonly tags: readonly string[]
  readonly priority: number
  readonly idempotencyKey: string | null
  /** Of the request that came with the key (`server/request-identity.ts`). */
  readonly requestIdentity: string | null
  readonly createdBy: string
  readonly createdAt: number
  readonly appendId: string
  readonly events: string
  readonly payloads?: readonly NewPayload[]
  readonly lastSeq: number
  readonly status: string
  readonly phase: string
}

/** A command from one run to another (or to itself), put into its mailbox in the sender's transaction. */
export interface Message {
  readonly to: string
  readonly command: Command
}

export type Reply = { readonly ok: true; readonly status: string } | { readonly refusal: Refusal }

/** A message that this append answers: people's get their reply, the engine's own are removed. */
export interface Handled {
  readonly mailId: number
  readonly reply: Reply | null
}

/** What the database says to an append. `fenced`: somebody else has written at this number, and nothing changed anywhere. */
export type Appended =
  | { readonly kind: 'fenced' }
  | {
      readonly kind: 'committed'
      /** False when the run was let go, or is no longer this engine's. */
      readonly owned: boolean
      /** Greater than what was drained: there is new mail. */
      readonly mailSeq: number
    }
