import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../api-error.ts'
import { PRESENT_SECONDS } from '../engine/requests/agents/answer-task.ts'
import type { Stores } from '../stores.ts'
import type { AgentCode, NewAgent, RegisteredAgent } from './models.ts'

const upsert = `
insert into agent (owner_id, id, queues, workflows, activities, actor_id, key_id, version, signing_key, expires_at)
select $1, $2, $3, $4, $5, $6, $7, $10, $11, clock_timestamp() + make_interval(secs => $8)
 where exists (select from agent where owner_id = $1 and id = $2) or (select count(*) from agent where owner_id = $1) < $9
on conflict (owner_id, id) do update
   set queues = excluded.queues, workflows = excluded.workflows, activities = excluded.activities,
       actor_id = excluded.actor_id, key_id = excluded.key_id, version = excluded.version,
       signing_key = excluded.signing_key, registered_at = now(), seen_at = now(),
       expires_at = excluded.expires_at, deliveries = 0, cache_hits = 0`

/** Stores a registration, and removes registrations that expired an hour ago. Throws `TOO_MANY`. */
export async function saveAgent({ pool }: Pick<Stores, 'pool'>, actor: Actor, agent: NewAgent, code: AgentCode) {
  const { perOwner } = limits.agent
  await pool.query(`delete from agent where owner_id = $1 and expires_at < now() - interval '1 hour'`, [actor.ownerId])
  const { rowCount } = await pool.query(upsert, [
    actor.ownerId,
    agent.id,
    agent.queues,
    JSON.stringify(code),
    agent.activities,
    actor.id,
    actor.key?.id ?? null,
    PRESENT_SECONDS,
    perOwner,
    agent.version,
    agent.signingKey ?? null,
  ])
  if (rowCount === 0) {
    throw new ApiError('TOO_MANY', `There are already ${perOwner} agents. Stop some of them.`, 'agent_id')
  }
}

/**
 * The registration of a polling agent, whose presence is renewed. Throws `AGENT_REMOVED` when there is none of this member,
 * upon which the agent registers again.
 */
export async function presentAgent({ pool }: Pick<Stores, 'pool'>, actor: Actor, id: string): Promise<RegisteredAgent> {
  const { rows } = await pool.query<{ queues: string[]; workflows: AgentCode; activities: string[] | null }>(
    `update agent set seen_at = now(), expires_at = clock_timestamp() + make_interval(secs => $4)
      where owner_id = $1 and id = $2 and actor_id = $3
     returning queues, workflows, activities`,
    [actor.ownerId, id, actor.id, PRESENT_SECONDS],
  )
  const [row] = rows
  if (!row) throw new ApiError('AGENT_REMOVED', `No agent ${id} is registered. Register it again.`, 'agent_id')
  return { id, ownerId: actor.ownerId, queues: row.queues, code: row.workflows, activities: row.activities }
}

/** Adds to an agent's counts of deliveries and of cache hits, which are deliveries without a replay. */
export async function countDeliveries(
  { pool }: Pick<Stores, 'pool'>,
  { ownerId, id }: RegisteredAgent,
  deliveries: number,
  hits: number,
): Promise<void> {
  if (deliveries === 0) return
  await pool.query(
    'update agent set deliveries = deliveries + $3, cache_hits = cache_hits + $4 where owner_id = $1 and id = $2',
    [ownerId, id, deliveries, hits],
  )
}

/** Removes the registration of an agent that stops. Tasks that it still holds stay leased until their leases end. */
export async function removeAgent({ pool }: Pick<Stores, 'pool'>, actor: Actor, id: string): Promise<boolean> {
  const { rowCount } = await pool.query('delete from agent where owner_id = $1 and id = $2 and actor_id = $3', [
    actor.ownerId,
    id,
    actor.id,
  ])
  return rowCount === 1
}
