import { randomBytes } from 'node:crypto'
import { UUID } from 'uuidv7'
import { bucketOf } from './bucket.ts'

/** Random bits of the counter at the begin of a millisecond; the rest of its 30 bits is room for the ids within it. */
const SEED = 2 ** 24
const COUNTER_END = 2 ** 30

let lastMs = 0
let counter = 0

/**
 * A run id: a UUID of version 7, whose field `rand_a` is the bucket of the owner. Its other random field begins with a
 * counter, so that the ids of one owner that a process makes have the order in which they were made, also within a
 * millisecond and when the clock goes back.
 */
export function makeRunId(ownerId: string, now: () => number = Date.now): string {
  const random = randomBytes(8)
  const ms = now()
  if (ms > lastMs) {
    lastMs = ms
    counter = random.readUInt32BE(4) % SEED
  } else {
    counter += 1
    if (counter >= COUNTER_END) {
      lastMs += 1
      counter = 0
    }
  }
  return UUID.fromFieldsV7(lastMs, bucketOf(ownerId), counter, random.readUInt32BE(0)).toString()
}
