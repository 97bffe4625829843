import type { Command } from '#core/run/command.ts'
import type { WorkKind } from '../commit/append.ts'
import type { WorkerRequest } from '../ports.ts'

/** A task under the token of one try by a worker: a worker with another token changes nothing. */
export interface TakenWork {
  readonly token: string
  readonly runId: string
  readonly ownerId: string
  readonly workflow: string
  readonly request: WorkerRequest
  /** Milliseconds without a heartbeat after which the worker counts as lost; null: the step does not say. */
  readonly heartbeatTimeoutMs: number | null
}

/** A task whose worker has sent no heartbeat for too long. */
export interface LostWork extends TakenWork {
  readonly workerId: string
  readonly sinceHeartbeatMs: number
  readonly idempotent: boolean
  readonly recoveries: number
  readonly kind: WorkKind
  /** The time limit of the attempt is over, though its worker may be alive. */
  readonly isOverdue?: boolean
}

export interface WorkProgress {
  readonly fraction?: number
  readonly note?: string
}

/**
 * The tasks of ASYNC steps, as workers and scans see them. The command to the run and the change of its task are one
 * transaction.
 */
export interface WorkStore {
  /** Takes up to `limit` tasks that no worker has, the oldest first. Two workers never get the same task. */
  take(workerId: string, queues: readonly string[], limit: number): Promise<readonly TakenWork[]>
  /** The tokens whose tasks are still wanted: other tasks were withdrawn, or given to another worker. */
  stillWanted(tokens: readonly string[]): Promise<ReadonlySet<string>>
  /** Records a heartbeat of the worker; answers like `stillWanted`. */
  beat(tokens: readonly string[]): Promise<ReadonlySet<string>>
  /** Finishes a task: removes it and sends the command to its run. False: too late. */
  finish(token: string, command: Command): Promise<boolean>
  progress(token: string, progress: WorkProgress, command: Command): Promise<boolean>
  /**
   * Offers a task to other workers, and tells the run. `counted`: the worker was lost. False also where no other worker
   * may have it. Without a command the run is told nothing.
   */
  offerAgain(token: string, counted: boolean, command: Command | null): Promise<boolean>
  /** Removes answers of agents that are older than this, and queries whose callers have stopped waiting. */
  removeOldAnswers(keptMs: number): Promise<void>
  /** Tasks without a heartbeat for as long as the timeout of their step, or else for `heartbeatTimeoutMs`. */
  listLost(heartbeatTimeoutMs: number, limit: number): Promise<readonly LostWork[]>
}
