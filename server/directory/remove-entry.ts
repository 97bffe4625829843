import type { Actor } from '#server/access/actor.ts'
import { permits, requirePermission } from '#server/access/may.ts'
import { recordAuditWithPrisma } from '#server/audit/record-audit.ts'
import { ApiError } from '../api-error.ts'
import type { Stores } from '../stores.ts'

export interface Removed {
  readonly removed: boolean
}

/**
 * Removes a person from the directory and every group; their past decisions keep their name. Throws `FORBIDDEN`, and
 * `CONFLICT` for a member, whose login goes first.
 */
export async function removePerson({ database }: Stores, actor: Actor, id: string): Promise<Removed> {
  requirePermission(permits(actor, 'member.admin'))
  const { ownerId } = actor
  return database.$transaction(async (transaction) => {
    const member = await transaction.member.findUnique({ where: { ownerId_personId: { ownerId, personId: id } } })
    if (member)
      throw new ApiError('CONFLICT', `${id} can log in. Remove the member in the settings under Members.`, 'id')
    const { count } = await transaction.person.deleteMany({ where: { ownerId, id } })
    if (count > 0)
      await recordAuditWithPrisma(transaction, { actor, action: 'person.remove', target: id, outcome: 'done' })
    return { removed: count > 0 }
  })
}

/** Removes a group; its members stay. Throws `FORBIDDEN`. */
export async function removeGroup({ database }: Stores, actor: Actor, id: string): Promise<Removed> {
  requirePermission(permits(actor, 'member.admin'))
  return database.$transaction(async (transaction) => {
    const { count } = await transaction.personGroup.deleteMany({ where: { ownerId: actor.ownerId, id } })
    if (count > 0)
      await recordAuditWithPrisma(transaction, { actor, action: 'group.remove', target: id, outcome: 'done' })
    return { removed: count > 0 }
  })
}
