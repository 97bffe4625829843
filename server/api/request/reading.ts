import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../../api-error.ts'
import { databaseUnavailable } from '../../database-unavailable.ts'
import type { Stores } from '../../stores.ts'
import type { Context } from '../context.ts'

/**
 * A read that may be a moment behind: it goes to the replica for reads, if there is one and it shows what the caller has
 * written, and else to the primary. A read that fails because of the replica, such as by a conflict with its recovery, is made
 * at the primary. One that would fail there as well is not: a search that takes too long would take its time twice.
 */
export async function reading<Result>(
  { stores, reads, writtenAt, actor }: Pick<Context, 'stores' | 'reads' | 'writtenAt'> & { readonly actor: Actor },
  read: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  const elsewhere = await reads?.storesFor(actor.ownerId, writtenAt ?? null)
  if (!reads || !elsewhere) return read(stores)
  try {
    return await read(elsewhere)
  } catch (error) {
    if (!isOfReplica(error)) throw error
    reads.leaveOut()
    return read(stores)
  }
}

/** A conflict with recovery, a server that ends or has no connection left, and what the connection itself reports. */
const ofReplica = /^(?:40001|53300|57P0[0-9A-Z]|08[0-9A-Z]{3})$/
const sqlState = /^[0-9][0-9A-Z]{4}$/

function isOfReplica(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code === 'string' && sqlState.test(code)) return ofReplica.test(code)
  return !(error instanceof ApiError) && databaseUnavailable(error) !== null
}
