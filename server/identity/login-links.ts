import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
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
  readonly hash: string
  readonly user_id: string | null
  readonly tries: number
  readonly expired: boolean
}

/**
 * Counts a try of the link and judges its token. The count is committed by itself: a try that fails later was a try,
 * but the right token is not one. Throws the same refusal for a link that is wrong, over, used or was never there.
 */
export async function tryLink(pool: Pool, purpose: LinkPurpose, token: string): Promise<void> {
  const { rows } = await pool.query<LinkRow>(
    `update login_link set tries = least(tries + 1, 1000) where purpose = $1
     returning hash, user_id, tries, expires_at <= now() as expired`,
    [purpose],
  )
  const [link] = rows
  if (!link || link.expired || link.tries > identityTuning.setupLink.tries || !isSame(link.hash, hashOf(token)))
    throw overLink()
  await pool.query('update login_link set tries = tries - 1 where purpose = $1 and hash = $2', [purpose, link.hash])
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

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

function overLink(): ApiError {
  return new ApiError('FORBIDDEN', 'This link is wrong, was used, or is over. Ask for a new one.')
}
