import { cleanText } from '#core/clean-text.ts'
import { limits } from '#core/limits.ts'
import type { Command } from '#core/run/command.ts'
import { committing } from '../../crash-points.ts'
import type { Queryable } from '../../store/connection/connection.ts'
import { deliver } from '../../store/deliver.ts'

/** The presence of an agent outlasts its longest poll. */
export const PRESENT_SECONDS = limits.agent.waitSeconds + limits.agent.leaseSeconds

/** An agent's answer: the command for the run, or the result of a query. */
export interface TaskAnswer {
  readonly token: string
  /** SHA-256 of the answer as the agent sent it. */
  readonly digest: string
  readonly command?: Command
  /** JSON of the result of a query. */
  readonly result?: string
}

/** `same`: this answer was accepted before. `other`: a different one was. `late`: no task is leased under the token. */
export type Answered = 'accepted' | 'same' | 'other' | 'late'

/**
 * Removes the task, puts the command into the run's mailbox and stores the digest, in one statement. The run's row is
 * locked before the task's, in the order of a run's commits; an answer to a task that a commit has withdrawn is late.
 */
export async function answerTask(db: Queryable, { token, digest, command, result }: TaskAnswer): Promise<Answered> {
  const { rows } = await committing('work_finish', () =>
    db.query<{ accepted: boolean; earlier: string | null }>({
      name: 'agent-answer',
      text: `
with found as materialized (select run_id from async_task where token = $1::uuid),
run as materialized (
  select s.run_id from run_state s where s.run_id = any(array(select run_id from found)) for update
),
changed as (
  delete from async_task t using run r where t.token = $1::uuid and t.run_id = r.run_id
  returning t.run_id, t.owner_id, t.id
),
kept as (
  insert into agent_answer (token, owner_id, run_id, task_id, digest, result)
  select $1::uuid, owner_id, run_id, id, $3::text, $4::text from changed
),
letters as (select run_id, $2::text as command from changed where $2::text is not null),
${deliver('letters')}
select exists (select from changed) as accepted, (select digest from agent_answer where token = $1::uuid) as earlier`,
      values: [token, command === undefined ? null : JSON.stringify(command), digest, result ?? null],
    }),
  )
  const { accepted = false, earlier = null } = rows[0] ?? {}
  if (accepted) return 'accepted'
  if (earlier === null) return 'late'
  return earlier === digest ? 'same' : 'other'
}

/** The digest of the answer that was accepted under a token; null when none was. */
export async function findAnswer(db: Queryable, token: string): Promise<string | null> {
  const { rows } = await db.query<{ digest: string }>({
    name: 'agent-answered',
    text: 'select digest from agent_answer where token = $1::uuid',
    values: [token],
  })
  return rows[0]?.digest ?? null
}

/** A heartbeat of a leased task, with the progress that people see. */
export interface TaskHeartbeat {
  readonly id: string
  readonly token: string
  /** The owner of the task; null for every owner, in local mode. */
  readonly ownerId: string | null
  readonly fraction?: number | undefined
  readonly note?: string | undefined
}

/**
 * Renews the lease of a task, and the presence of its agent, and returns the new end of the lease. `isThere`: without a
 * lease under this token, whether the task still exists.
 */
export async function renewTask(
  db: Queryable,
  { id, token, ownerId, fraction, note }: TaskHeartbeat,
): Promise<{ readonly leaseUntil: Date } | { readonly isThere: boolean }> {
  const { rows } = await committing('work_beat', () =>
    db.query<{ lease_until: Date | null; is_there: boolean }>({
      name: 'agent-beat',
      text: `
with beaten as (
  update async_task
     set heartbeat_at = clock_timestamp(), fraction = coalesce($3::float8, fraction), note = coalesce($4::text, note)
   where token = $1::uuid and id = $2::uuid and ($6::text is null or owner_id = $6)
  returning owner_id, worker_id, clock_timestamp() + make_interval(secs => silence_ms / 1000) as lease_until
),
present as (
  update agent a set seen_at = now(), expires_at = greatest(a.expires_at, clock_timestamp() + make_interval(secs => $5))
    from beaten b where a.owner_id = b.owner_id and a.id = b.worker_id
)
select (select lease_until from beaten) as lease_until, exists (select from async_task where id = $2::uuid and ($6::text is null or owner_id = $6)) as is_there`,
      values: [token, id, fraction ?? null, note === undefined ? null : cleanText(note), PRESENT_SECONDS, ownerId],
    }),
  )
  const { lease_until = null, is_there = false } = rows[0] ?? {}
  return lease_until === null ? { isThere: is_there } : { leaseUntil: lease_until }
}

/** Returns a delivery or a query to its queue. A function that has begun is not returned: it may have had effects. */
export async function releaseTask(
  db: Queryable,
  { id, token, ownerId }: Pick<TaskHeartbeat, 'id' | 'token' | 'ownerId'>,
) {
  const { rowCount } = await db.query({
    name: 'agent-release',
    text: `
update async_task set token = null, worker_id = null, heartbeat_at = null, sticky_agent = null
 where token = $1::uuid and id = $2::uuid and kind in ('workflow', 'query') and ($3::text is null or owner_id = $3)`,
    values: [token, id, ownerId],
  })
  return rowCount === 1
}
