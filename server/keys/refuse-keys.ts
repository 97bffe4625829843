import type { ClientBase } from 'pg'
import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../api-error.ts'

/** Refuses a request by key: a key makes, changes and revokes no access but its own, whatever its permissions. */
export function refuseKeys({ key }: Actor): void {
  if (key) throw new ApiError('FORBIDDEN', 'An API key cannot change API keys or services. Log in to do it.')
}

/**
 * Refuses a caller who is no member, such as the user of local mode: access that was made without a login would last
 * when login is turned on. The lock on the member's row keeps the member from leaving meanwhile, and makes concurrent
 * requests of one member count one after the other.
 */
export async function requireMember(client: ClientBase, { ownerId, id }: Actor): Promise<void> {
  const { rowCount } = await client.query(
    `select from member where owner_id = $1 and person_id = $2 and status = 'active' for no key update`,
    [ownerId, id],
  )
  if (rowCount === 0) {
    throw new ApiError(
      'CONFLICT',
      'Only members who log in have API keys and services. Start Heddle with HEDDLE_AUTH=on.',
    )
  }
}
