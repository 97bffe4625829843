import type { Pool } from 'pg'
import { unknownActor } from '../../audit/entry.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { inTransaction } from '../../db/in-transaction.ts'

/**
 * Ends the sessions that began at a provider by which people do not log in any more: nobody would tell of logouts there.
 * Called at each start of the web process, with the issuers of its settings;
 * owners end the sessions of their own providers themselves. Returns how many sessions there were.
 */
export function endSessionsOfRemoved(pool: Pool, issuers: readonly string[]): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ userId: string }>(
      'delete from session where "provider" is not null and "boundOwner" is null and not "provider" = any($1) returning "userId"',
      [issuers],
    )
    for (const userId of new Set(rows.map((row) => row.userId)))
      await recordAudit(client, {
        actor: { ...unknownActor, id: 'heddle', name: 'Heddle' },
        action: 'session.end_without_provider',
        target: userId,
        outcome: 'done',
      })
    return rows.length
  })
}
