import type { After } from '../ports.ts'
import { tuning } from '../tuning.ts'
import type { Append, Appended } from './append.ts'
import { createGroupCommitter, type GroupCommitter } from './group-committer.ts'

export interface AppendCommitterWorld {
  readonly lanes: number
  readonly after: After
  /** Whether this owner has few runs while another owner has many. */
  usesFairLane(ownerId: string): boolean
  /** An append of an owner with few runs is about to be written. */
  onFairLane(): void
  write(appends: readonly Append[], lane: number, again: boolean): Promise<readonly Appended[]>
  onRetry(error: unknown, appends: number): void
}

/**
 * The group commits of an engine. The last lane is reserved for owners with few runs while another owner has many:
 * their appends do not wait until a batch of the other owners is collected, written and answered, and so their runs do
 * not fall into step with the crowd.
 */
export function createAppendCommitter(world: AppendCommitterWorld): GroupCommitter<Append, Appended> {
  const { lanes, after, write, onRetry } = world
  const open = (lanes: number, firstLane: number) =>
    createGroupCommitter<Append, Appended>({
      lanes,
      itemsPerBatch: tuning.committer.runsPerFlush,
      bytesPerBatch: tuning.committer.bytesPerFlush,
      eagerItems: tuning.committer.runsPerEagerFlush,
      after,
      bytesOf: ({ events, bytesBeside = 0 }) => events.length + bytesBeside,
      ownerOf: (append) => append.ownerId,
      write: (appends, lane, again) => write(appends, firstLane + lane, again),
      onRetry,
    })
  const crowd = open(lanes - 1, 0)
  const few = open(1, lanes - 1)
  return {
    get pending() {
      return crowd.pending + few.pending
    },
    commit(append) {
      if (!world.usesFairLane(append.ownerId)) return crowd.commit(append)
      world.onFairLane()
      return few.commit(append)
    },
    async close() {
      await Promise.all([crowd.close(), few.close()])
    },
  }
}
