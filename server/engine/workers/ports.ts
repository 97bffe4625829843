import type { Command } from '#core/run/command.ts'
import type { WorkerRequest } from '../ports.ts'

/** A task under the token of one attempt at it: whoever holds another token changes nothing. */
export interface TakenWork {
  readonly token: string
  readonly runId: string
  readonly ownerId: string
  readonly workflow: string
  readonly request: WorkerRequest
  /** For how long its worker may be silent; null: the step does not say. */
  readonly silenceMs: number | null
}

/** A task whose worker has been silent for too long. */
export interface LostWork extends TakenWork {
  readonly workerId: string
  readonly silentMs: number
  readonly idempotent: boolean
  readonly recoveries: number
}

export interface WorkProgress {
  readonly fraction?: number
  readonly note?: string
}

/** The tasks of ASYNC steps, as workers and scans see them. What a command tells the run, and the change of its task, is one transaction. */
export interface WorkStore {
  /** Up to `limit` tasks that nobody has, the oldest first. Two workers never get the same one. */
  take(workerId: string, queues: readonly string[], limit: number): Promise<readonly TakenWork[]>
  /** Which of these are still wanted: the others were withdrawn, or given to somebody else. */
  stillWanted(tokens: readonly string[]): Promise<ReadonlySet<string>>
  /** Says that their worker is alive; answers like `stillWanted`. */
  beat(tokens: readonly string[]): Promise<ReadonlySet<string>>
  /** The task's outcome: the task goes, the message comes. False: too late. */
  finish(token: string, command: Command): Promise<boolean>
  progress(token: string, progress: WorkProgress, command: Command): Promise<boolean>
  /** Lets another worker have it, and tells the run. `counted`: its worker was lost. False also where no other may have it. */
  offerAgain(token: string, counted: boolean, command: Command): Promise<boolean>
  /** Tasks whose workers were silent for longer than their step allows, or than `silenceMs`. */
  listLost(silenceMs: number, limit: number): Promise<readonly LostWork[]>
}
