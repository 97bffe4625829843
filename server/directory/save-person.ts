import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { permits, requirePermission } from '#server/access/may.ts'
import { recordAuditWithPrisma } from '#server/audit/record-audit.ts'
import { ApiError } from '../api-error.ts'
import type { Stores } from '../stores.ts'
import type { SavedPerson } from './models.ts'

/** Adds a person, or changes the one of this id: name, role, groups and mail address. Throws `FORBIDDEN`, `NOT_FOUND`, `TOO_LARGE`. */
export async function savePerson(
  { database }: Stores,
  actor: Actor,
  person: SavedPerson,
): Promise<Pick<SavedPerson, 'id'>> {
  requirePermission(permits(actor, 'member.admin'))
  const { ownerId } = actor
  const { id, name, manager } = person
  const address = person.email === undefined ? {} : { email: person.email }
  const groups = [...new Set(person.groups)]
  return database.$transaction(async (transaction) => {
    const [others, known, before, member, erased] = await Promise.all([
      transaction.person.count({ where: { ownerId, id: { not: id } } }),
      transaction.personGroup.findMany({ where: { ownerId, id: { in: groups } }, select: { id: true } }),
      transaction.person.findUnique({ where: { ownerId_id: { ownerId, id } } }),
      transaction.member.findUnique({ where: { ownerId_personId: { ownerId, personId: id } } }),
      transaction.erasedPerson.findUnique({ where: { ownerId_personId: { ownerId, personId: id } } }),
    ])
    if (erased) throw new ApiError('CONFLICT', `${id} was the id of a person who was erased. Choose another one.`, 'id')
    if (others >= limits.directory.people) {
      throw new ApiError('TOO_LARGE', `There are already ${others} people. Remove those who have left.`, 'id')
    }
    const missing = groups.find((group) => !known.some((each) => each.id === group))
    if (missing !== undefined) throw new ApiError('NOT_FOUND', `There is no group ${missing}. Add it first.`, 'groups')
    if (member && before?.manager !== manager)
      throw new ApiError('CONFLICT', `${name} can log in. Change the roles in the settings under Members.`, 'manager')
    await transaction.person.upsert({
      where: { ownerId_id: { ownerId, id } },
      create: { ownerId, id, name, manager, ...address },
      update: { name, manager, ...address },
    })
    await transaction.groupMember.deleteMany({ where: { ownerId, personId: id, groupId: { notIn: groups } } })
    await transaction.groupMember.createMany({
      data: groups.map((groupId) => ({ ownerId, groupId, personId: id })),
      skipDuplicates: true,
    })
    await recordAuditWithPrisma(transaction, {
      actor,
      action: 'person.save',
      target: id,
      // No name and no address: their hashes would outlast an erasure of the person.
      after: { manager, groups: groups.toSorted() },
      outcome: 'done',
    })
    return { id }
  })
}
