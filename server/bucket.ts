import { createHash } from 'node:crypto'

const MOST_KEPT = 10_000

const known = new Map<string, number>()

/**
 * The bucket of an owner, one of 4,096: the first twelve bits of the SHA-256 of the id. Every run id contains it, so that a request for a
 * run can be led to the database of its owner, where there are several.
 */
export function bucketOf(ownerId: string): number {
  const found = known.get(ownerId)
  if (found !== undefined) return found
  const bucket = createHash('sha256').update(ownerId).digest().readUInt16BE(0) >>> 4
  if (known.size >= MOST_KEPT) known.clear()
  known.set(ownerId, bucket)
  return bucket
}

/** The bucket in a run id. Ids of versions before 0.3 have a counter there. */
export const bucketOfRun = (runId: string): number => Number.parseInt(runId.slice(15, 18), 16)
