import { cleanText } from '#core/clean-text.ts'
import type { Command } from '#core/run/command.ts'
import { committing } from '../../crash-points.ts'
import type { Queryable } from '../../store/connection/connection.ts'
import { deliver } from '../../store/deliver.ts'

/** The answer to a task: the command to its run, or the result of a query. */
export interface TaskAnswer {
  readonly token: string
  /** Of the body of the answer. */
  readonly digest: string
  readonly command?: Command
  /** JSON of the result of a query. */
  readonly result?: string
}

/** `same`: this answer was accepted before; `other`: another answer was. `late`: nobody holds a task under the token. */
export type Answered = 'accepted' | 'same' | 'other' | 'late'

/**
 * Removes the task, sends the command to its run and keeps the digest, in one transaction. The run is locked before the
 * task, as by a commit of the run: a task that the run has withdrawn meanwhile is answered too late.
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

/** The answer under a token that was accepted before; null: none. */
export async function findAnswer(db: Queryable, token: string): Promise<string | null> {
  const { rows } = await db.query<{ digest: string }>({
    name: 'agent-answered',
    text: 'select digest from agent_answer where token = $1::uuid',
    values: [token],
  })
  return rows[0]?.digest ?? null
}

/** The instant up to which the lease is renewed; null: nobody holds the task under this token. */
export async function renewTask(
  db: Queryable,
  {
    id,
    token,
    fraction,
    note,
  }: {
    readonly id: string
    readonly token: string
    readonly fraction?: number | undefined
    readonly note?: string | undefined
  },
): Promise<{ readonly leaseUntil: Date } | { readonly isThere: boolean }> {
  const { rows } = await committing('work_beat', () =>
    db.query<{ lease_until: Date | null; is_there: boolean }>({
      name: 'agent-beat',
      text: `
with beaten as (
  update async_task
     set heartbeat_at = clock_timestamp(), fraction = coalesce($3::float8, fraction), note = coalesce($4::text, note)
   where token = $1::uuid and id = $2::uuid
  returning clock_timestamp() + make_interval(secs => silence_ms / 1000) as lease_until
)
select (select lease_until from beaten) as lease_until, exists (select from async_task where id = $2::uuid) as is_there`,
      values: [token, id, fraction ?? null, note === undefined ? null : cleanText(note)],
    }),
  )
  const { lease_until = null, is_there = false } = rows[0] ?? {}
  return lease_until === null ? { isThere: is_there } : { leaseUntil: lease_until }
}

/** Gives a task back to its queue: its agent stops. News and queries alone; an attempt that has begun is not repeated. */
export async function releaseTask(db: Queryable, { id, token }: { readonly id: string; readonly token: string }) {
  const { rowCount } = await db.query({
    name: 'agent-release',
    text: `
update async_task set token = null, worker_id = null, heartbeat_at = null, sticky_agent = null
 where token = $1::uuid and id = $2::uuid and kind in ('workflow', 'query')`,
    values: [token, id],
  })
  return rowCount === 1
}
