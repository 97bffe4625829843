import { createHash } from 'node:crypto'

/** Keys of `run_number` that stand for no path: the milliseconds that an ended run took, and the instant (ms) since when a run is open. */
export const DURATION = 0
export const OPEN_SINCE = 1

/**
 * The key of a path in `run_number`, as the text of a 64-bit integer. It is a hash, so that a row is short however long
 * its path is. Colliding paths only add candidates to each other's comparisons; the values themselves decide.
 */
export const numberKey = (path: readonly string[]): string => hashOf(JSON.stringify(path))

/** The key that marks a run in which a path leads to several numbers. */
export const severalKey = (path: readonly string[]): string => hashOf(`several ${JSON.stringify(path)}`)

const hashOf = (text: string) => createHash('sha256').update(text).digest().readBigInt64BE().toString()
