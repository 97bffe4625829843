import { type Actor, localActor } from '../actor.ts'
import { ApiError } from '../api-error.ts'
import type { Stores } from '../stores.ts'
import type { FullTaskRow } from './get-task-row.ts'

/**
 * How somebody is called to whom a task is passed: they are in the directory, or the
 * definition names them. A task does not go to whom nobody knows: nobody would see it. Throws `NOT_FOUND`.
 */
export async function nameOfPerson(
  { database }: Stores,
  task: Pick<FullTaskRow, 'owner_id' | 'assignees'>,
  id: Actor['id'],
): Promise<string> {
  const person = await database.person.findUnique({ where: { ownerId_id: { ownerId: task.owner_id, id } } })
  if (person) return person.name
  if (id === localActor.id || task.assignees?.includes(id)) return id
  throw new ApiError('NOT_FOUND', `There is nobody called ${id} in the directory.`, 'to')
}
