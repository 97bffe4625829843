import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../stores.ts'
import type { Directory } from './models.ts'

/** All people and groups of the owner, by name. */
export async function listDirectory({ database }: Stores, actor: Actor): Promise<Directory> {
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
    people: people.map(({ id, name, manager, groups: memberships }) => ({
      id,
      name,
      manager,
      groups: memberships.map(({ groupId }) => groupId),
    })),
    groups: groups.map(({ id, name, _count }) => ({ id, name, members: _count.members })),
  }
}
