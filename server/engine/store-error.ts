/**
 * The kind of an error of a statement, for the batch that the statement carried.
 * - `poisoned`: one of its rows can never be stored (SQLSTATE 22, 23, 54); found by bisecting.
 * - `transient`: the database, the connection or a lock (08, 40, 53, 57, or no answer at all): the identical batch is sent again.
 * - `bug`: anything else; the item that causes it is found by bisecting, reported and not repeated.
 */
export type StoreErrorKind = 'poisoned' | 'transient' | 'bug'

const kindByClass: Readonly<Record<string, StoreErrorKind>> = {
  '08': 'transient',
  '22': 'poisoned',
  '23': 'poisoned',
  '25': 'transient', // read-only during a fail-over
  '26': 'transient', // a prepared statement is gone, and its connection is given up
  '40': 'transient',
  '53': 'transient',
  '54': 'poisoned',
  '55': 'transient', // lock not available, cannot connect now
  '57': 'transient',
  '58': 'transient', // I/O error of the server
}

/** Five characters, of which the first two are a class of the standard's or of PostgreSQL's own: `EPIPE` is none. */
const sqlState = /^(?:[0-9][0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}$/

export function kindOfStoreError(error: unknown): StoreErrorKind {
  if (isStatementGone(error)) return 'transient'
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code === 'string' && sqlState.test(code)) return kindByClass[code.slice(0, 2)] ?? 'bug'
  // Without an SQLSTATE it comes from the socket or the driver: refused, reset, ended, timed out.
  return error instanceof TypeError || error instanceof RangeError ? 'bug' : 'transient'
}

/**
 * The server cannot execute a statement that it has prepared before: it is not
 * there any more, or a table has got other columns since. Another connection can.
 */
export function isStatementGone(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { readonly code?: unknown; readonly routine?: unknown }
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery')
}
