import type { ReadReplica } from './db/read-replica.ts'
import type { Stores } from './stores.ts'

/** Where lists, searches and numbers are read, when the installation has a replica for reads. */
export interface Reads {
  /** The stores of an owner at the replica, if they show all that the owner's people have written and have been told of. */
  storesFor(ownerId: string, writtenAt: bigint | null): Promise<Stores | null>
  /** An owner's request has written: returns the position behind which reads of the owner have to be. */
  wrote(ownerId: string): Promise<bigint>
  /** A read at the replica has failed. */
  leaveOut(): void
}

interface ReadsOptions {
  readonly replica: ReadReplica
  readonly storesOf: (ownerId: string) => Stores
  /** The transaction up to which pages of this process have been told of changes. */
  readonly reportedUpTo: () => bigint
  readonly monotonic?: () => number
}

/** How long the last write of an owner is remembered, and of how many owners. A replica that is further behind is left out. */
const KEPT_MS = 60_000
const MOST_KEPT = 10_000

export function createReads({
  replica,
  storesOf,
  reportedUpTo,
  monotonic = () => performance.now(),
}: ReadsOptions): Reads {
  const written = new Map<string, { readonly position: bigint; readonly at: number }>()

  const writtenBy = (ownerId: string): bigint => {
    const last = written.get(ownerId)
    return last && monotonic() - last.at < KEPT_MS ? last.position : 0n
  }
  return {
    async storesFor(ownerId, writtenAt) {
      const here = writtenBy(ownerId)
      const position = writtenAt !== null && writtenAt > here ? writtenAt : here
      return (await replica.covers({ position, xid: reportedUpTo() })) ? storesOf(ownerId) : null
    },
    async wrote(ownerId) {
      const position = await replica.position()
      const oldest = written.size >= MOST_KEPT ? written.keys().next().value : undefined
      written.delete(ownerId)
      if (oldest !== undefined) written.delete(oldest)
      written.set(ownerId, { position, at: monotonic() })
      return position
    },
    leaveOut: () => replica.leaveOut(),
  }
}
