import { createHash, randomBytes } from 'node:crypto'
import type { ClientBase, Pool } from 'pg'
import { ApiError } from '../api-error.ts'
import { identityTuning } from './tuning.ts'

/** What a link is for: to make the first account, or to set a new password for an administrator. */
export type LinkPurpose = 'setup' | `reset:${string}`

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Makes the one link of the purpose, in the place of an earlier one, and returns its token, which is stored nowhere. */
export async function makeLink(client: ClientBase | Pool, purpose: LinkPurpose, userId?: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await client.query(
    `insert into login_link (purpose, hash, user_id, expires_at) values ($1, $2, $3, now() + make_interval(secs => $4))
     on conflict (purpose) do update
     set hash = excluded.hash, user_id = excluded.user_id, tries = 0, expires_at = excluded.expires_at`,
    [purpose, hashOf(token), userId ?? null, identityTuning.setupLink.seconds],
  )
  return token
}

interface LinkRow {
  readonly is_right: boolean
  readonly user_id: string | null
  readonly tries: number
  readonly expired: boolean
}

/**
 * Judges the token, and counts it as a try where it is wrong; the right token is none, however many use it at once.
 * Throws the same refusal for a link that is wrong, over, used or was never there.
 */
export async function tryLink(pool: Pool, purpose: LinkPurpose, token: string): Promise<void> {
  const { rows } = await pool.query<LinkRow>(
    `update login_link set tries = least(tries + (hash <> $2)::int, 1000) where purpose = $1
     returning hash = $2 as is_right, user_id, tries, expires_at <= now() as expired`,
    [purpose, hashOf(token)],
  )
  const [link] = rows
  if (!link?.is_right || link.expired || link.tries >= identityTuning.setupLink.tries) throw overLink()
}

/** Uses the link up, in the transaction of its client. Of two concurrent uses one is refused. */
export async function takeLink(client: ClientBase, purpose: LinkPurpose, token: string): Promise<string | null> {
  const { rows } = await client.query<LinkRow>(
    'delete from login_link where purpose = $1 and hash = $2 and expires_at > now() and tries < $3 returning user_id',
    [purpose, hashOf(token), identityTuning.setupLink.tries],
  )
  if (!rows[0]) throw overLink()
  return rows[0].user_id
}

function overLink(): ApiError {
  return new ApiError('FORBIDDEN', 'This link is wrong, was already used, or has expired. Ask for a new one.')
}
