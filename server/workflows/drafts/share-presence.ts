import { limits } from '#core/limits.ts'
import { type Actor, localActor } from '#server/access/actor.ts'
import type { Stores } from '../../stores.ts'
import type { PresenceResult } from '../models.ts'
import { workflowNotFound } from '../workflow-not-found.ts'

export interface SharePresenceRequest {
  readonly name: string
  readonly sessionId: string
  /** The display name; used only in a mode without accounts. */
  readonly displayName?: string | undefined
  readonly steps: readonly string[]
  readonly leaving: boolean
}

interface Row {
  readonly revision: number
  readonly latest_version: number
  readonly session_id: string | null
  readonly name: string | null
  readonly steps: readonly string[] | null
}

const { expireMs, people } = limits.presence

/**
 * Records that a window has a draft open, and returns the other windows. A window without a heartbeat expires, and the
 * next call removes its row. Throws `NOT_FOUND`.
 */
export async function sharePresence(
  { pool }: Stores,
  actor: Actor,
  { name, sessionId, displayName, steps, leaving }: SharePresenceRequest,
): Promise<PresenceResult> {
  const called = actor.id === localActor.id ? (displayName ?? null) : (actor.actingAs ?? actor.name)
  await pool.query(
    `with gone as (
       select ctid from presence
        where seen_at < now() - $3 * interval '1 ms' or ($4 and owner_id = $1 and workflow = $2 and session_id = $5)
          for update skip locked)
     delete from presence where ctid = any(select ctid from gone)`,
    [actor.ownerId, name, expireMs, leaving, sessionId],
  )
  if (!leaving) {
    await pool.query(
      `insert into presence (owner_id, workflow, session_id, actor_id, name, steps)
       select $1, $2, $3, $4, $5, $6
        where exists (select from draft where owner_id = $1 and name = $2)
          and (select count(*) from presence where owner_id = $1 and workflow = $2 and session_id <> $3) < $7
           on conflict (owner_id, workflow, session_id)
           do update set name = excluded.name, steps = excluded.steps, seen_at = now()`,
      [actor.ownerId, name, sessionId, actor.id, called, steps, people],
    )
  }
  const { rows } = await pool.query<Row>(
    `select d.revision, w.latest_version, p.session_id, p.name, p.steps
       from draft d
       join workflow w on w.owner_id = d.owner_id and w.name = d.name
       left join presence p on p.owner_id = d.owner_id and p.workflow = d.name
        and p.session_id <> $3 and p.seen_at >= now() - $4 * interval '1 ms'
      where d.owner_id = $1 and d.name = $2
      order by p.session_id`,
    [actor.ownerId, name, sessionId, expireMs],
  )
  const [first] = rows
  if (first === undefined) throw workflowNotFound(name)
  return {
    revision: first.revision,
    latestVersion: first.latest_version,
    people: rows.flatMap((row) =>
      row.session_id === null ? [] : [{ sessionId: row.session_id, name: row.name, steps: row.steps ?? [] }],
    ),
  }
}
