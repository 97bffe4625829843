import type { Pool } from 'pg'
import { ApiError } from '../api-error.ts'

/** The refusal of a request to an owner that was moved to another database; null where it was not. */
export async function ownerElsewhere(pool: Pool, ownerId: string, field: string): Promise<ApiError | null> {
  const { rows } = await pool.query<{ moved_at: Date }>(
    `select moved_at from moved_owner where owner_id = $1 and direction = 'out'`,
    [ownerId],
  )
  const [moved] = rows
  if (!moved) return null
  const day = moved.moved_at.toISOString().slice(0, 10)
  return new ApiError(
    'NOT_FOUND',
    `${ownerId} was moved to another database on ${day}. Send the request to the installation of that database.`,
    field,
  )
}
