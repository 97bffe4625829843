import type { Pool } from 'pg'
import type { RunEvent } from '#core/run/event.ts'
import { fold } from '#core/run/evolve.ts'
import { initialState } from '#core/run/state.ts'
import { currentSteps } from '#core/run/views.ts'
import { projectionOf } from '../projection.ts'

/** Something that must not be, named by the invariant of ARCHITECTURE.md that it breaks. */
export interface Violation {
  readonly invariant: number
  readonly runId: string
  readonly what: string
}

const events = `
events as (
  select l.run_id, l.seq as row_seq, l.engine_epoch, (e.value->>'seq')::int as seq, (e.value->>'at')::float8 as at,
         e.value->>'type' as type, e.value as event, e.ordinality
    from run_log l cross join lateral json_array_elements(l.events::json) with ordinality e
)`

/**
 * The invariants of design 2 as queries over the real tables. They hold at
 * every moment, also between a crash and the next start; number 1 is about a
 * database in which nothing is left to do, and is asked for with `settled`.
 */
const checks: readonly { readonly invariant: number; readonly what: string; readonly sql: string }[] = [
  {
    invariant: 2,
    what: 'has more than one outcome in a run attempt, or goes on after it',
    sql: `
with ${events},
marked as (
  select *, count(*) filter (where type = 'workflow.run.retried') over (partition by run_id order by seq) as run_attempt
    from events
),
outcomes as (
  select run_id, run_attempt, min(seq) as seq, count(*) as outcomes from marked
   where type in ('workflow.run.completed', 'workflow.run.failed', 'workflow.run.cancelled') group by 1, 2
)
select distinct o.run_id from outcomes o left join marked m
    on m.run_id = o.run_id and m.run_attempt = o.run_attempt and m.seq > o.seq
   and m.type not in ('workflow.run.acknowledged', 'workflow.run.owned', 'workflow.node.skipped',
                      'workflow.run.status_changed', 'workflow.child.ended', 'workflow.child.waits_changed',
                      'workflow.human_task.closed', 'workflow.timer.cancelled')
 where o.outcomes > 1 or m.run_id is not null`,
  },
  {
    invariant: 3,
    what: 'has a step whose result is recorded twice',
    sql: `
with ${events}
select run_id from events where type = 'workflow.node.completed'
 group by run_id, event->>'step', event->>'iteration' having count(*) > 1`,
  },
  {
    invariant: 4,
    what: 'has a gap in its numbers, a log row under a wrong number, or time going back',
    sql: `
with ${events},
ordered as (
  select *, row_number() over w as expected, lag(at) over w as previous_at,
         min(seq) over (partition by run_id, row_seq) as first_of_row
    from events window w as (partition by run_id order by row_seq, ordinality)
)
select distinct run_id from ordered where seq <> expected or at < previous_at or row_seq <> first_of_row`,
  },
  {
    invariant: 5,
    what: 'was written by an owner of an earlier epoch than one before it, or by one that never took it',
    sql: `
with ${events},
rows as (
  select l.run_id, l.seq, l.engine_epoch,
         max(l.engine_epoch) over (partition by l.run_id order by l.seq rows between unbounded preceding and 1 preceding) as before
    from run_log l
)
select run_id from rows where engine_epoch < before
union
select r.run_id from rows r where r.engine_epoch > coalesce(r.before, 0) and not exists (
  select from events e where e.run_id = r.run_id and e.row_seq = r.seq
     and e.type in ('workflow.run.promoted', 'workflow.run.owned')
     and (e.event->'payload'->>'epoch')::bigint = r.engine_epoch)`,
  },
  {
    invariant: 6,
    what: 'gave two attempts at the same thing different keys, or two things the same one',
    sql: `
with ${events},
keys as (
  select run_id, type, event->>'step' as step, event->>'iteration' as iteration, event->'payload'->>'key' as key
    from events where type in ('workflow.node.started', 'workflow.compensation.started') and event->'payload'->>'key' is not null
)
select run_id from keys group by run_id, type, step, iteration having count(distinct key) > 1
union
select min(run_id::text)::uuid from keys group by key having count(distinct (run_id, type, step, iteration)) > 1`,
  },
  {
    invariant: 8,
    what: 'has a timer that fired twice, or before its time',
    sql: `
with ${events},
fired as (
  select run_id, event->'payload'->>'timer_id' as timer_id, min(at) as at, count(*) as times
    from events where type = 'workflow.timer.fired' group by 1, 2
),
set_at as (
  select run_id, event->'payload'->>'timer_id' as timer_id, (event->'payload'->>'due_at')::float8 as due_at
    from events where type = 'workflow.timer.set'
)
select f.run_id from fired f join set_at s using (run_id, timer_id) where f.times > 1 or f.at < s.due_at`,
  },
]

const settledChecks: typeof checks = [
  {
    invariant: 1,
    what: 'neither ended nor waits for anything that could wake it',
    sql: `
select s.run_id from run_state s
 where s.ended_at is null and not s.held
   and not exists (select from timer t where t.run_id = s.run_id)
   and not exists (select from human_task h where h.run_id = s.run_id and h.status = 'open')
   and not exists (select from run c join run_state cs on cs.run_id = c.id
                    where c.parent_run_id = s.run_id and cs.ended_at is null)`,
  },
  {
    invariant: 1,
    what: 'is left in the ready table, with unread mail, or held by an engine, although nothing is to be done',
    sql: `
select run_id from ready
union select run_id from mailbox where handled_at is null
union select run_id from run_state where engine_id is not null`,
  },
  {
    invariant: 8,
    what: 'has ended and still has a timer or an open human task',
    sql: `
select s.run_id from run_state s where s.ended_at is not null and (
  exists (select from timer t where t.run_id = s.run_id) or
  exists (select from human_task h where h.run_id = s.run_id and h.status = 'open'))`,
  },
]

export async function findViolations(
  pool: Pool,
  { settled }: { readonly settled: boolean },
): Promise<readonly Violation[]> {
  const violations: Violation[] = []
  for (const { invariant, what, sql } of settled ? [...checks, ...settledChecks] : checks) {
    const { rows } = await pool.query<{ run_id: string }>(sql)
    for (const { run_id } of rows) violations.push({ invariant, runId: run_id, what })
  }
  return [...violations, ...(await projectionViolations(pool))]
}

/** Invariant 9: what lists show is what a replay of the history says. */
async function projectionViolations(pool: Pool): Promise<readonly Violation[]> {
  const { rows } = await pool.query<StoredProjection>(`
select s.run_id, s.seq, s.status, s.phase, s.held, s.pending, s.current_steps, s.error_code, s.error_step, s.human_wait,
       s.started_at, s.ended_at, s.updated_at,
       (select string_agg(events, ',' order by l.seq) from run_log l where l.run_id = s.run_id) as log
  from run_state s`)
  return rows.flatMap((row) => {
    const state = fold(initialState(), (JSON.parse(`[${row.log}]`) as RunEvent[][]).flat())
    const replayed = projectionOf(state)
    const said = JSON.stringify([
      row.seq,
      row.status,
      row.phase,
      row.held,
      row.pending,
      row.current_steps,
      row.error_code,
      row.error_step,
      row.human_wait?.count ?? 0,
      row.started_at?.getTime() ?? null,
      row.ended_at?.getTime() ?? null,
      row.updated_at.getTime(),
    ])
    const expected = JSON.stringify([
      state.seq,
      replayed.status,
      replayed.phase,
      replayed.held,
      replayed.pending,
      currentSteps(state),
      replayed.error?.code ?? null,
      replayed.error?.step ?? null,
      replayed.humanWait?.count ?? 0,
      replayed.startedAt,
      replayed.endedAt,
      state.at,
    ])
    return said === expected ? [] : [{ invariant: 9, runId: row.run_id, what: `says ${said}, its history ${expected}` }]
  })
}

interface StoredProjection {
  readonly run_id: string
  readonly seq: number
  readonly status: string
  readonly phase: string
  readonly held: boolean
  readonly pending: boolean
  readonly current_steps: readonly string[]
  readonly error_code: string | null
  readonly error_step: string | null
  readonly human_wait: { readonly count: number } | null
  readonly started_at: Date | null
  readonly ended_at: Date | null
  readonly updated_at: Date
  readonly log: string
}
