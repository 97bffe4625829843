import type { PoolClient } from 'pg'
import { type Actor, localPerson } from '#server/access/actor.ts'
import { recordAudit } from './record-audit.ts'

/** The actor of what Heddle does by itself, such as retention. */
export const heddleActor = (ownerId: string): Actor => ({
  ...localPerson,
  id: 'heddle',
  name: 'Heddle',
  kind: 'service',
  ownerId,
  roles: [],
})

export interface AuditRemoval {
  readonly olderThanDays: number
  /** How many rows one transaction removes at most. */
  readonly limit: number
  /** Wraps the commit, for tests that end the process around it. */
  readonly commit: (send: () => Promise<unknown>) => Promise<unknown>
}

/**
 * Removes the next old rows of one owner, in one transaction: the mark of the chain moves to the last of them, they are
 * deleted, and a row says so. The chain begins behind the mark, so it can still be verified. Returns the number of removed
 * rows; 0 when no owner has any.
 *
 * The retention is counted in whole days, so that an owner has one such row a day and not one in every pass. Rows leave
 * in the order of the chain: an old row behind a younger one waits for it, and an unsealed row waits for its seal.
 */
export async function removeOldAuditRows(client: PoolClient, removal: AuditRemoval): Promise<number> {
  await client.query('begin; set local synchronous_commit = off')
  try {
    const removed = await removeNext(client, removal)
    await removal.commit(() => client.query('commit'))
    return removed
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

const cutoff = (parameter: string) =>
  `(date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - make_interval(days => ${parameter}))`

async function removeNext(client: PoolClient, { olderThanDays, limit }: AuditRemoval): Promise<number> {
  // An engine that is sealing the chain holds its row; its rows are removed in another pass.
  const { rows: chains } = await client.query<{ owner_id: string; removed_seq: string }>(
    `select owner_id, removed_seq::text from audit_chain c
      where exists (select from audit a
                     where a.owner_id = c.owner_id and a.seq = c.removed_seq + 1 and a.at < ${cutoff('$1')})
      order by owner_id limit 1 for update skip locked`,
    [olderThanDays],
  )
  const [chain] = chains
  if (!chain) return 0
  const { rows: ends } = await client.query<{ seq: string; hash: string }>(
    `with next as (select seq, hash, at from audit
                    where owner_id = $2 and audit.seq > $3::bigint order by audit.seq limit $4)
     select seq::text, hash from next
      where seq < coalesce((select min(seq) from next where at >= ${cutoff('$1')}), (select max(seq) + 1 from next))
      order by next.seq desc limit 1`,
    [olderThanDays, chain.owner_id, chain.removed_seq, limit],
  )
  const [end] = ends
  if (!end) return 0
  await client.query('update audit_chain set removed_seq = $2, removed_hash = $3 where owner_id = $1', [
    chain.owner_id,
    end.seq,
    end.hash,
  ])
  const { rowCount } = await client.query('delete from audit where owner_id = $1 and seq <= $2::bigint', [
    chain.owner_id,
    end.seq,
  ])
  await recordAudit(client, {
    actor: heddleActor(chain.owner_id),
    action: 'audit.expire',
    target: `rows up to ${end.seq}`,
    outcome: 'done',
    times: rowCount ?? 0,
  })
  return rowCount ?? 0
}
