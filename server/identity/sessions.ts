import type { ClientBase, Pool } from 'pg'
import { identityTuning } from './tuning.ts'

/** A session in the list of its account. */
export interface ListedSession {
  readonly id: string
  readonly startedAt: string
  readonly lastUsedAt: string
  readonly address: string | null
  /** The browser as it names itself. */
  readonly device: string | null
  readonly isCurrent: boolean
}

/** The sessions of the account that are in force, the present one first. */
export async function listSessions(pool: Pool, userId: string, currentId: string): Promise<readonly ListedSession[]> {
  const { rows } = await pool.query<{ id: string; at: Date; used: Date; address: string; device: string }>(
    `select "id", "createdAt" as at, "updatedAt" as used, "ipAddress" as address, "userAgent" as device from session
     where "userId" = $1 and "expiresAt" > now() and "updatedAt" > now() - make_interval(secs => $2)
     order by "id" = $3 desc, "updatedAt" desc limit 200`,
    [userId, identityTuning.session.idleSeconds, currentId],
  )
  return rows.map(({ id, at, used, address, device }) => ({
    id,
    startedAt: at.toISOString(),
    lastUsedAt: used.toISOString(),
    address: address || null,
    device: device || null,
    isCurrent: id === currentId,
  }))
}

/** Ends one session of the account; false for one that is not in force any more, or another account's. */
export async function endSession(client: ClientBase | Pool, userId: string, sessionId: string): Promise<boolean> {
  const { rowCount } = await client.query('delete from session where "userId" = $1 and "id" = $2', [userId, sessionId])
  return rowCount === 1
}

/** Ends every session of the account but one. */
export async function endOtherSessions(client: ClientBase | Pool, userId: string, sessionId: string): Promise<void> {
  await client.query('delete from session where "userId" = $1 and "id" <> $2', [userId, sessionId])
}

/**
 * Ends all sessions of the account, or only those that act in the owner. Their next request is refused, and their
 * streams end with the next heartbeat. Returns how many there were.
 */
export async function revokeSessions(client: ClientBase | Pool, userId: string, ownerId?: string): Promise<number> {
  const { rowCount } = await client.query(
    'delete from session where "userId" = $1 and ($2::text is null or "chosenOwner" = $2)',
    [userId, ownerId ?? null],
  )
  return rowCount ?? 0
}
