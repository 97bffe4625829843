import type { PoolClient } from 'pg'
import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../../api-error.ts'

/**
 * Refuses a version of one person where the owner demands two: the text must be that of the draft, and its publisher
 * none of those who have changed it since the last version. Throws `FORBIDDEN`.
 */
export async function requireReviewed(
  client: PoolClient,
  { ownerId, id }: Actor,
  { name, text }: { readonly name: string; readonly text: string },
): Promise<void> {
  const { rows } = await client.query<{ isRefused: boolean }>(
    `select publish_reviewed and not exists (
              select from draft d where d.owner_id = o.id and d.name = $2 and d.text = $3 and not $4 = any(d.editors)
            ) as "isRefused"
       from "owner" o where o.id = $1`,
    [ownerId, name, text, id],
  )
  if (rows[0]?.isRefused)
    throw new ApiError(
      'FORBIDDEN',
      `A second person publishes here: save the change of ${name} as its draft, and ask somebody who has not edited it.`,
    )
}
