import type { PoolClient } from 'pg'
import { limits } from '#core/limits.ts'
import { directoryIdFault } from '#core/people/canonical-id.ts'
import { idOfName } from '#core/people/id-of-name.ts'
import { ApiError } from '../../api-error.ts'

/** A new person with an id that nobody of the directory has: tasks of another person are never inherited by a name. */
export async function addPerson(client: PoolClient, ownerId: string, name: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select id from person where owner_id = $1', [ownerId])
  const { rows: erased } = await client.query<{ id: string }>(
    'select person_id as id from erased_person where owner_id = $1',
    [ownerId],
  )
  if (rows.length >= limits.directory.people)
    throw new ApiError('TOO_LARGE', `There are already ${rows.length} people. Ask an administrator to remove some.`)
  const wanted = idOfName(name)
  const base = directoryIdFault(wanted) === null ? wanted.slice(0, limits.directory.idCharacters - 5) : 'member'
  const taken = new Set([...rows, ...erased].map(({ id }) => id))
  let id = base
  for (let number = 2; taken.has(id); number += 1) id = `${base}-${number}`
  await client.query('insert into person (owner_id, id, name) values ($1, $2, $3)', [ownerId, id, name])
  return id
}
