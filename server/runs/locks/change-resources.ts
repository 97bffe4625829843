import type { Actor } from '#server/access/actor.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { ApiError } from '../../api-error.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { forceRelease } from '../../engine/locks/release.ts'
import type { Stores } from '../../stores.ts'

export interface LabelledResource {
  readonly id: string
  /** Replaces all labels; absent labels stay as they are. */
  readonly labels?: Readonly<Record<string, string>> | undefined
}

/** Names a resource before its first use, or changes its labels. `created` is false for one that was known. */
export function labelResource(
  { pool }: Stores,
  actor: Actor,
  { id, labels }: LabelledResource,
): Promise<{ readonly id: string; readonly created: boolean }> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `insert into resource (owner_id, id, kind, labels) values ($1, $2, split_part($2, ':', 1), $3)
       on conflict do nothing`,
      [actor.ownerId, id, labels ?? {}],
    )
    const created = rowCount === 1
    if (!created && labels === undefined) return { id, created }
    if (!created) {
      await client.query('update resource set labels = $3 where owner_id = $1 and id = $2', [actor.ownerId, id, labels])
    }
    await recordAudit(client, { actor, action: 'lock.label', target: id, after: labels ?? {}, outcome: 'done' })
    return { id, created }
  })
}

export interface AskedRelease {
  readonly id: string
  readonly runId: string
  readonly reason: string
}

/**
 * Takes the lock of a resource away from a run, which fails with `LOCK_LOST`; the runs that wait for the resource are
 * looked at next. Throws `NOT_HELD`.
 */
export async function forceReleaseLock(
  { pool, engine }: Stores,
  actor: Actor,
  { id, runId, reason }: AskedRelease,
): Promise<{ readonly id: string; readonly runId: string; readonly released: true }> {
  await inTransaction(pool, async (client) => {
    const by = { id: actor.id, name: actor.name }
    const released = await forceRelease(client, { ownerId: actor.ownerId, resource: id, runId, actor: by, reason })
    if (!released) throw new ApiError('NOT_HELD', 'This run does not hold the resource. Reload the list.', 'run_id')
    await recordAudit(client, {
      actor,
      action: 'lock.force_release',
      target: `${id} ${runId}`,
      after: { reason },
      outcome: 'done',
    })
  })
  engine.wakeEngines()
  engine.wakeLocks()
  return { id, runId, released: true }
}
