import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../../api-error.ts'
import type { Stores } from '../../stores.ts'
import type { Context } from '../context.ts'

/**
 * A read that may be a moment behind: it goes to the replica for reads, if there is one and it shows what the caller has
 * written, and else to the primary. A read that fails at the replica, such as by a conflict with its recovery, is made
 * at the primary.
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
    if (error instanceof ApiError) throw error
    reads.leaveOut()
    return read(stores)
  }
}
