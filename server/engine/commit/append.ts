import type { Slot } from '#core/definition/concurrency.ts'
import type { Json } from '#core/json.ts'
import type { Command, Refusal } from '#core/run/command.ts'
import type { RunHeader } from '#core/run/state.ts'
import type { HumanTaskSpec, HumanWaits, RunError } from '#core/run/words.ts'
import type { NewPayload } from '../payload/known-payloads.ts'

/**
 * An append holds everything that one batch of events of one run writes. It is data, so that it can be sent again
 * unchanged when the answer to a commit was lost: an equal `appendId` at an equal `seq` is the same append.
 */
export interface Append {
  readonly runId: string
  readonly ownerId: string
  /** Number of the first event; with `runId` the key of the log row. */
  readonly seq: number
  readonly lastSeq: number
  readonly appendId: string
  /** JSON array of RunEvent, in which references stand for large values. */
  readonly events: string
  /** About how many bytes the append sends beside its events; none when absent. */
  readonly bytesBeside?: number
  /** Large values to which these events refer, and which are not stored for this run yet. */
  readonly payloads?: readonly NewPayload[]
  readonly currentSteps: readonly string[]
  readonly updatedAt: number
  /** The list columns, when one of them changed; absent when a step simply followed a step. */
  readonly projection?: Projection
  /** The run is taken from the ready table: its owner becomes the engine that appends. */
  readonly claim?: true
  /** Releases the run, if its mail number is still this one. */
  readonly releaseAt?: number
  readonly rows?: AppendRows
  /** Mail number up to which the owner has read, where that is known: an equal number in the answer needs no row. */
  readonly mailSeq?: number
}

/** The list columns of `run_state`, a pure function of the run's state. */
export interface Projection {
  readonly status: string
  readonly phase: string
  readonly held: boolean
  readonly pending: boolean
  /** The public status of the run is `failed`. */
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
  /** Open tasks with new facts: approvals, reminders, the escalation. */
  readonly tasksChanged?: readonly TaskChanged[]
  readonly tasksClosed: readonly TaskClosed[]
  /** Function calls that are offered to workers, and offered calls that the run no longer waits for. */
  readonly workOffered?: readonly WorkOffered[]
  readonly workWithdrawn?: readonly string[]
  /**
   * Function calls of runs that turned back: no other worker begins them, and the run gets a message where no worker
   * has one.
   */
  readonly workRecalled?: readonly WorkRecalled[]
  /** Requests for locks, and whether an earlier request is withdrawn: at most one of each. */
  readonly locksRequested?: readonly LockRequested[]
  readonly locksWithdrawn?: readonly number[]
  /** Locks under which the events happened: nothing is written unless the run still has each of them with its token. */
  readonly locksHeld?: readonly LockHeld[]
  /** The run no longer works under its locks: they are free, or in quarantine. */
  readonly locksEnded?: readonly LocksEnded[]
  /** Resources that the conditions of the run read from now on; an empty list when it reads none any more. */
  readonly watches?: readonly Watch[]
  readonly children: readonly NewRun[]
  readonly messages: readonly Message[]
  readonly handled: readonly Handled[]
  /** JSON of the run's state after this append, when a snapshot is due. */
  readonly snapshot?: string
}

export interface LockRequested {
  readonly ownerId: string
  readonly rootRunId: string
  readonly request: number
  readonly resources: readonly string[]
  readonly shared: readonly string[]
  readonly slot?: Slot
  readonly priority: number
}

interface LockHeld {
  readonly ownerId: string
  readonly resource: string
  readonly token: number
}

export interface LocksEnded {
  readonly ownerId: string
  readonly resources: readonly string[]
  readonly quarantine: boolean
}

export interface Watch {
  readonly ownerId: string
  readonly resources: readonly string[]
}

export interface WorkOffered {
  readonly taskId: string
  readonly ownerId: string
  readonly workflow: string
  readonly queue: string
  readonly idempotent: boolean
  readonly heartbeatTimeoutMs: number | null
  /** JSON of a WorkerRequest, or of the AgentDelivery of a body. */
  readonly request: string
  /** Absent: a step. */
  readonly kind?: WorkKind
  /** The function, or the type of the workflow. */
  readonly type?: string
  /** The hash of the code that agents should have. */
  readonly codeHash?: string
  /** The agent to which a delivery is offered first. */
  readonly agent?: string
  /** Time limit of an attempt of an activity. */
  readonly timeoutMs?: number
}

/** What a task of a queue is: a function of an ASYNC step or of a discovery, an activity of code, or news for a body. */
export type WorkKind = 'step' | 'activity' | 'workflow'

export interface WorkRecalled {
  readonly taskId: string
  /** Command to the run when no worker has ever taken the task. */
  readonly ifNotBegun: Command
  /** Command to the run when the worker that had taken the task was lost, and no other worker has it yet. */
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
  /** Actor that started the run. */
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

/** An approval as a task row keeps it; the input of each approver is in the history. */
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
    /** Present where the task required several approvals. */
    readonly approvals?: readonly TaskApproval[]
  }
}

/** A run that is to be started: its header, first log row and list columns. `store/run-columns.ts` makes the row. */
export interface NewRun {
  readonly runId: string
  readonly ownerId: string
  readonly header: RunHeader
  readonly idempotencyKey: string | null
  /** Identity of the request that came with the key (`server/request-identity.ts`). */
  readonly requestIdentity: string | null
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

/** A message that this append handles: a command from outside gets its reply, a message of an engine is removed. */
export interface Handled {
  readonly mailId: number
  readonly reply: Reply | null
}

/**
 * The answer of the database to an append. `fenced`: another engine has written at this number, and nothing changed.
 * `lock_lost`: a lock of the run was taken away, and nothing changed; a letter to the run says so.
 */
export type Appended =
  | { readonly kind: 'fenced' }
  | { readonly kind: 'lock_lost' }
  | {
      readonly kind: 'committed'
      /** False when the run was released, or is no longer this engine's. */
      readonly owned: boolean
      /** New mail has come when this is greater than the drained number. */
      readonly mailSeq: number
    }
