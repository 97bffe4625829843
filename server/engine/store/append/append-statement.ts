import { placesOfWoken, queuePosition } from '../queue-position.ts'
import { childColumns, firstRowColumns, namesOf, recordOf } from '../run-columns.ts'
import { freeSlots } from '../slots/slot-rows.ts'
import { inserted, insertedAlone, insertedUnderLocks } from './log-rows.ts'

/**
 * The statements of a flush write one log row per run, and the other rows that its appends change. All other changes
 * are joined to `inserted`, the runs whose log row is new, so a fenced run changes nothing anywhere. All changes of
 * `run_state` are one UPDATE in the order of run ids: PostgreSQL would drop the second of two updates of a row in one
 * statement, and one order for all flushes avoids deadlocks.
 *
 * `= any(array[…])` allows only an index look-up as the join, whatever the planner believes about a table that was
 * empty when the plan was made.
 *
 * Most appends are plain: a step follows a step, and only the log changes. The answer for all plain appends is one row:
 * the sum of their mail numbers and the count of runs still held. If the row is as the engine expects, no plain run has
 * changed. The lean form serves flushes of plain appends alone. The full form has the other appends as runs ($10), the
 * change of each run's row as a JSON object ($11), the plain appends as runs ($12), and the rows of other tables as one
 * JSON object ($13). A full statement contains only the parts that its flush needs, since each part costs something
 * even without rows.
 */
export type Part =
  | 'messages'
  | 'claims'
  | 'timers_set'
  | 'timers_cleared'
  | 'tasks_opened'
  | 'tasks_changed'
  | 'tasks_closed'
  | 'work_offered'
  | 'work_withdrawn'
  | 'work_recalled'
  | 'locks_requested'
  | 'locks_withdrawn'
  | 'locks_held'
  | 'locks_ended'
  | 'watches'
  | 'children'
  | 'handled'
  | 'snapshots'

/**
 * The treatment of a log row whose number is taken: `skip` leaves that run out, `fail` ends the statement with the
 * error
 * 23505. Skipping costs a quarter of an insert, in every row, for a rare case.
 */
export type OnTaken = 'skip' | 'fail'

/** An equality would let the planner scan all runs of the engine instead of looking up these runs. */
const isHeld = 'engine_id is not distinct from $9'

const plainOnes = (runs: string) => `
select null::uuid as run_id, coalesce(sum(mail_seq::float8), 0) as mail_seq, count(*)::int as held
  from run_state where run_id = any(${runs}::uuid[]) and ${isHeld}`

export const leanAppend = `with inserted as (${inserted})${plainOnes('$1')}`

/** The lean form for a flush of one append, as when a run is alone: its parameters are no arrays. */
export const loneAppend = `
with inserted as (${insertedAlone})
select null::uuid as run_id, mail_seq::float8 as mail_seq, 1 as held from run_state where run_id = $1 and ${isHeld}`

/** The change of a run's row, for the lone form. */
const changeOfOne = `
update run_state
   set status = $10::text, phase = $11::text, held = $12::boolean, pending = $13::boolean, error_code = $14::text,
       error_message = $15::text, error_step = $16::text, human_wait = $17::jsonb, started_at = $18::timestamptz,
       ended_at = $19::timestamptz, called_failed = $21::boolean,
       engine_id = case when mail_seq = $20::bigint and engine_id = $9 then null else engine_id end
 where run_id = $1
returning run_id`

/** The lone form for an append that changes its run's row as well, and no other table: most often the end of a run. */
export const loneChange = `
with inserted as (${insertedAlone})
${changeOfOne}, mail_seq::float8 as mail_seq, (${isHeld})::int as held`

/** The lone form under a budget: a run that it releases gives its slot back. */
export const loneChangeFreeing = `
with inserted as (${insertedAlone}),
updated as (${changeOfOne}, mail_seq, engine_id),
${freeSlots('select run_id from updated where engine_id is null')}
select run_id, mail_seq::float8 as mail_seq, (${isHeld})::int as held from updated`

const rows = (group: string, columns: string) =>
  `(select r.* from jsonb_to_recordset($13::jsonb->'${group}') as r(run_id uuid, ${columns})
      join inserted i on i.run_id = r.run_id)`

const tables: { readonly [Table in Exclude<Part, 'messages' | 'claims' | 'work_recalled' | 'locks_held'>]: string } = {
  timers_set: `
timers_set as (
  insert into timer (run_id, timer_id, due_at)
  select run_id, timer_id, due_at from ${rows('timers_set', 'timer_id text, due_at timestamptz')} r
  on conflict (run_id, timer_id) do update set due_at = excluded.due_at
)`,
  timers_cleared: `
timers_cleared as (
  delete from timer t using ${rows('timers_cleared', 'timer_id text')} r
   where (t.run_id, t.timer_id) = (r.run_id, r.timer_id)
)`,
  tasks_opened: `
tasks_opened as (
  insert into human_task (id, owner_id, run_id, root_run_id, workflow, version, step, iteration, title, form,
                          assignees, groups, excluded, due_at, opened_at, instructions, queue, priority, fields,
                          requested_by, approvals_required)
  select r.id, r.owner_id, r.run_id, r.root_run_id, r.workflow, r.version, r.step, r.iteration, r.title,
         r.form::json, r.assignees, r.groups, r.excluded, r.due_at, r.opened_at, r.instructions, r.queue,
         coalesce(r.priority, 50), r.fields::json, r.requested_by, r.approvals_required
    from ${rows(
      'tasks_opened',
      `id uuid, owner_id text, root_run_id uuid, workflow text, version int, step text, iteration int, title text,
       form text, assignees text[], groups text[], excluded text[], due_at timestamptz, opened_at timestamptz, instructions text,
       queue text, priority smallint, fields text, requested_by text, approvals_required smallint`,
    )} r
  on conflict (id) do nothing
)`,
  tasks_changed: `
tasks_changed as (
  update human_task h
     set approvals = coalesce(r.approvals::jsonb, h.approvals), reminders = r.reminders,
         reminded_at = coalesce(r.reminded_at, h.reminded_at),
         escalated_to = coalesce(r.escalated_to, h.escalated_to),
         escalated_at = coalesce(r.escalated_at, h.escalated_at)
    from ${rows(
      'tasks_changed',
      `id uuid, approvals text, reminders smallint, reminded_at timestamptz, escalated_to text[],
       escalated_at timestamptz`,
    )} r
   where h.id = any(array[r.id])
)`,
  tasks_closed: `
tasks_closed as (
  update human_task h
     set status = case when r.decided_by is null then 'closed' else 'decided' end, revision = h.revision + 1,
         closed_at = r.closed_at, decided_by = r.decided_by, decided_by_name = r.decided_by_name,
         decision = r.decision::json, approvals = coalesce(r.approvals::jsonb, h.approvals)
    from ${rows(
      'tasks_closed',
      `id uuid, closed_at timestamptz, decided_by text, decided_by_name text, decision text, approvals text`,
    )} r
   where h.id = any(array[r.id])
)`,
  work_offered: `
work_offered as (
  insert into async_task (run_id, task_id, owner_id, workflow, queue, idempotent, silence_ms, request,
                          kind, type, code_hash, sticky_agent, timeout_ms)
  select run_id, task_id, owner_id, workflow, queue, idempotent, silence_ms, request,
         kind, type, code_hash, sticky_agent, timeout_ms
    from ${rows(
      'work_offered',
      `task_id text, owner_id text, workflow text, queue text, idempotent boolean, silence_ms float8, request text,
       kind text, type text, code_hash text, sticky_agent text, timeout_ms float8`,
    )} r
  on conflict do nothing
)`,
  work_withdrawn: `
work_withdrawn as (
  delete from async_task t using ${rows('work_withdrawn', 'task_id text')} r
   where (t.run_id, t.task_id) = (r.run_id, r.task_id)
)`,
  locks_requested: `
locks_requested as (
  insert into lock_request (run_id, owner_id, root_run_id, request, resources, shared, slot, priority, position)
  select run_id, owner_id, root_run_id, request, resources, shared, slot, priority,
         (extract(epoch from clock_timestamp()) * 1000000)::bigint - 60000000::bigint * priority
    from ${rows(
      'locks_requested',
      'owner_id text, root_run_id uuid, request int, resources text[], shared text[], slot jsonb, priority int',
    )} r
  on conflict (run_id) do update
     set request = excluded.request, resources = excluded.resources, shared = excluded.shared, slot = excluded.slot, position = excluded.position,
         requested_at = clock_timestamp(), tries = 0, retry_note = null, blocked_by = null, reserved_at = null
)`,
  locks_withdrawn: `
locks_withdrawn as (
  delete from lock_request q using ${rows('locks_withdrawn', 'request int')} r where q.run_id = any(array[r.run_id])
)`,
  locks_ended: `
locks_freed as (
  delete from resource_lock l using ${rows('locks_ended', 'quarantine boolean')} r
   where l.run_id = any(array[r.run_id]) and not r.quarantine
),
locks_quarantined as (
  update resource_lock l set quarantined = true from ${rows('locks_ended', 'quarantine boolean')} r
   where l.run_id = any(array[r.run_id]) and r.quarantine
)`,
  watches: `
watched as (
  insert into resource_watch (run_id, owner_id, resources)
  select run_id, owner_id, resources from ${rows('watches', 'owner_id text, resources text[]')} r
   where cardinality(resources) > 0
  on conflict (run_id) do update set resources = excluded.resources
),
unwatched as (
  delete from resource_watch w using ${rows('watches', 'owner_id text, resources text[]')} r
   where w.run_id = any(array[r.run_id]) and cardinality(r.resources) = 0
)`,
  children: `
children as ${rows('children', recordOf([...childColumns, ...firstRowColumns]))},
child_runs as (
  insert into run (${namesOf(childColumns)})
  select ${namesOf(childColumns)}
    from children
),
child_states as (
  insert into run_state (run_id, owner_id, status, phase, child)
  select id, owner_id, status, phase, parent_run_id is not null from children
),
child_logs as (
  insert into run_log (run_id, seq, engine_epoch, append_id, events, last_seq, current_steps, at, xid)
  select id, 1, 0, append_id, events, last_seq, '{}', created_at, (select pg_current_xact_id()::text::bigint)
    from children
),
child_places as (
  insert into ready (run_id, owner_id, priority, position)
  select id, owner_id, priority, ${queuePosition('priority')} from children
)`,
  handled: `
answered as (
  update mailbox m set reply = r.reply, handled_at = clock_timestamp()
    from ${rows('handled', 'mail_id bigint, reply jsonb')} r
   where m.id = any(array[r.mail_id]) and r.reply is not null
),
removed as (
  delete from mailbox m using ${rows('handled', 'mail_id bigint, reply jsonb')} r
   where m.id = any(array[r.mail_id]) and r.reply is null
)`,
  snapshots: `
snapshots as (
  insert into snapshot (run_id, seq, state)
  select run_id, seq, state from ${rows('snapshots', 'seq int, state text')} r
  on conflict (run_id) do update set seq = excluded.seq, state = excluded.state
)`,
}

const change = `coalesce(c.projected, false) as projected, c.status, c.phase, c.held, c.pending, c.called_failed, c.error_code,
         c.error_message, c.error_step, c.human_wait, c.started_at, c.ended_at, coalesce(c.claim, false) as claim,
         c.release_at`
const changeRecord = `jsonb_to_record(d.change) as c(
      projected boolean, status text, phase text, held boolean, pending boolean, called_failed boolean, error_code text,
      error_message text, error_step text, human_wait jsonb, started_at timestamptz, ended_at timestamptz, claim boolean,
      release_at bigint)`

const messages = rows('messages', '"to" uuid, command text, place int')

/** The number of letters that each run gets, beside the other changes of its row. */
const lettersToRuns = `
touched as (
  select coalesce(d.run_id, p.run_id) as run_id, d.run_id is not null as own, coalesce(p.letters, 0) as letters,
         ${change}
    from (select changed.* from changed join inserted using (run_id)) d
    left join lateral ${changeRecord} on true
    full join (select run_id, count(*) as letters from posted group by run_id) p using (run_id)
   order by 1
)`

/**
 * Recalled tasks belong to runs that turned back. A worker locks the run before the task when it reports, and so does
 * this statement; all runs of the flush are locked in the order of run ids. A task that no worker has gets a fresh
 * token that no worker holds: no worker takes the task any more, and the run gets a message in the same transaction.
 * The row goes when the run has handled the message.
 */
const recalled = `
locked as (
  select s.run_id from run_state s
   where s.run_id = any(array(select changed.run_id from changed join inserted using (run_id)
                              union select m."to" from ${messages} m))
   order by s.run_id for update
),
recalled as (
  update async_task t set idempotent = false, token = coalesce(t.token, gen_random_uuid())
    from ${rows('work_recalled', 'task_id text, if_not_begun text, if_lost text')} r
    join locked using (run_id)
   where (t.run_id, t.task_id) = (r.run_id, r.task_id)
  returning t.run_id, case when t.worker_id is not null then null
                           when t.claimed_at is null then r.if_not_begun
                           else r.if_lost end as command
)`

const lettersOf = {
  nobody: `
touched as (
  select d.run_id, true as own, 0 as letters, ${change}
    from changed d join inserted using (run_id) left join lateral ${changeRecord} on true
   order by 1
)`,
  somebody: `
posted as (
  insert into mailbox (run_id, command)
  select m."to", m.command from ${messages} m order by m.place
  returning run_id
),${lettersToRuns}`,
  somebodyAndWork: `${recalled},
posted as (
  insert into mailbox (run_id, command)
  select l.run_id, l.command
    from (select m."to" as run_id, m.command, m.place from ${messages} m
          union all
          select run_id, command, 2147483647 from recalled where command is not null) l
   order by l.place
  returning run_id
),${lettersToRuns}`,
}

const updated = `
updated as (
  update run_state s
     set status = case when t.projected then t.status else s.status end,
         phase = case when t.projected then t.phase else s.phase end,
         held = case when t.projected then t.held else s.held end,
         pending = case when t.projected then t.pending else s.pending end,
         called_failed = case when t.projected then t.called_failed else s.called_failed end,
         error_code = case when t.projected then t.error_code else s.error_code end,
         error_message = case when t.projected then t.error_message else s.error_message end,
         error_step = case when t.projected then t.error_step else s.error_step end,
         human_wait = case when t.projected then t.human_wait else s.human_wait end,
         started_at = case when t.projected then t.started_at else s.started_at end,
         ended_at = case when t.projected then t.ended_at else s.ended_at end,
         mail_seq = s.mail_seq + t.letters,
         engine_epoch = case when t.claim then $8::bigint else s.engine_epoch end,
         engine_id = case when t.release_at = s.mail_seq + t.letters and (t.claim or s.engine_id = $9) then null
                          when t.claim then $9
                          else s.engine_id end
    from touched t
   where s.run_id = any(array[t.run_id])
  returning s.run_id, s.owner_id, s.mail_seq, s.engine_id, t.own, t.claim, t.letters
)`

const queued = `
queued as (
  insert into ready (run_id, owner_id, woken, position)
  ${placesOfWoken('select run_id, owner_id from updated where letters > 0 and engine_id is null')}
  on conflict do nothing
)`

const unqueued = `
unqueued as (
  delete from ready q using updated u where u.claim and q.run_id = any(array[u.run_id])
)`

const tableParts = Object.keys(tables) as (keyof typeof tables)[]
const statements = new Map<string, Statement>()
/** A flush that writes to more tables than this gets the statement with all tables: each used variant keeps a plan. */
const MOST_SELECTED = 2

export interface Statement {
  readonly name: string
  readonly text: string
  /** Whether the statement takes the rows of other tables ($13). */
  readonly takesRows: boolean
}

/** The full form with (at least) the given parts. `frees`: released runs give their slots back. */
export function fullAppend(needed: ReadonlySet<Part>, onTaken: OnTaken, frees: boolean): Statement {
  const selected = tableParts.filter((part) => needed.has(part))
  const used = selected.length > MOST_SELECTED ? tableParts : selected
  const letters = lettersIn(needed)
  const flags = [needed.has('claims') ? 'c' : '', frees ? 'f' : '', needed.has('locks_held') ? 'l' : '']
  const key = [onTaken, letters, ...flags, ...used].join(' ')
  let statement = statements.get(key)
  if (!statement) {
    statement = build(needed, used, onTaken, letters, frees, `append-full-${statements.size}`)
    statements.set(key, statement)
  }
  return statement
}

function lettersIn(needed: ReadonlySet<Part>): keyof typeof lettersOf {
  if (needed.has('work_recalled')) return 'somebodyAndWork'
  return needed.has('messages') ? 'somebody' : 'nobody'
}

function build(
  needed: ReadonlySet<Part>,
  used: readonly (keyof typeof tables)[],
  onTaken: OnTaken,
  letters: keyof typeof lettersOf,
  frees: boolean,
  name: string,
): Statement {
  const underLocks = needed.has('locks_held')
  const ctes = [
    `inserted as (${underLocks ? insertedUnderLocks : inserted} ${onTaken === 'skip' ? 'on conflict do nothing' : ''} returning run_id)`,
    'changed as (select * from unnest($10::uuid[], $11::jsonb[]) as d(run_id, change))',
    lettersOf[letters],
    updated,
    ...(needed.has('claims') ? [unqueued] : []),
    ...(letters === 'nobody' ? [] : [queued]),
    ...(frees ? [freeSlots('select run_id from updated where own and engine_id is null')] : []),
    ...used.map((part) => tables[part]),
  ]
  return {
    name,
    takesRows: letters !== 'nobody' || used.length > 0 || underLocks,
    text: `
with ${ctes.join(',\n')}
select run_id, mail_seq::float8 as mail_seq, (${isHeld})::int as held from updated where own
union all ${plainOnes('$12')}`,
  }
}
