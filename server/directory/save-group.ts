import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { permits, requirePermission } from '#server/access/may.ts'
import { recordAuditWithPrisma } from '#server/audit/record-audit.ts'
import { ApiError } from '../api-error.ts'
import type { Stores } from '../stores.ts'
import type { Group } from './models.ts'

/** Adds a group, or renames the one of this id; who is in it stays. Throws `FORBIDDEN`, `TOO_LARGE`. */
export async function saveGroup(
  { database }: Stores,
  actor: Actor,
  { id, name }: Pick<Group, 'id' | 'name'>,
): Promise<Pick<Group, 'id'>> {
  requirePermission(permits(actor, 'member.admin'))
  const { ownerId } = actor
  const others = await database.personGroup.count({ where: { ownerId, id: { not: id } } })
  if (others >= limits.directory.groups) {
    throw new ApiError('TOO_LARGE', `There are already ${others} groups. Remove unused ones.`, 'id')
  }
  await database.$transaction(async (transaction) => {
    await transaction.personGroup.upsert({
      where: { ownerId_id: { ownerId, id } },
      create: { ownerId, id, name },
      update: { name },
    })
    await recordAuditWithPrisma(transaction, {
      actor,
      action: 'group.save',
      target: id,
      after: { name },
      outcome: 'done',
    })
  })
  return { id }
}
