import { type Actor, hasPermission } from '#server/access/actor.ts'
import type { Stores } from '../stores.ts'
import type { Directory } from './models.ts'

/** All people and groups of the owner, by name. Mail addresses are for administrators alone. */
export async function listDirectory({ database }: Stores, actor: Actor): Promise<Directory> {
  const seesAddresses = hasPermission(actor, 'member.admin')
  const where = { ownerId: actor.ownerId }
  const orderBy = [{ name: 'asc' }, { id: 'asc' }] as const
  const [people, groups] = await Promise.all([
    database.person.findMany({
      where,
      orderBy: [...orderBy],
      include: { groups: { select: { groupId: true }, orderBy: { groupId: 'asc' } } },
    }),
    database.personGroup.findMany({ where, orderBy: [...orderBy], include: { _count: { select: { members: true } } } }),
  ])
  return {
    people: people.map(({ id, name, manager, email, groups: memberships }) => ({
      id,
      name,
      manager,
      groups: memberships.map(({ groupId }) => groupId),
      ...(email !== null && seesAddresses && { email }),
    })),
    groups: groups.map(({ id, name, _count }) => ({ id, name, members: _count.members })),
  }
}
