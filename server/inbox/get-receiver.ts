import { type Actor, localActor } from '#server/access/actor.ts'
import { ApiError } from '../api-error.ts'
import type { Stores } from '../stores.ts'
import type { FullTaskRow } from './get-task-row.ts'

export interface Receiver {
  readonly name: string
  readonly groups: readonly string[]
}

/**
 * The receiver of a task: a person in the directory, or one that the definition names. A task for an unknown person
 * would be visible to no person. Throws `NOT_FOUND`.
 */
export async function getReceiver(
  { database }: Stores,
  task: Pick<FullTaskRow, 'owner_id' | 'assignees'>,
  id: Actor['id'],
): Promise<Receiver> {
  const person = await database.person.findUnique({
    where: { ownerId_id: { ownerId: task.owner_id, id } },
    include: { groups: true },
  })
  if (person) return { name: person.name, groups: person.groups.map(({ groupId }) => groupId) }
  if (id === localActor.id || task.assignees?.includes(id)) return { name: id, groups: [] }
  throw new ApiError('NOT_FOUND', `There is no person ${id} in the directory.`, 'to')
}
