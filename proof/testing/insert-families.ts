import type pg from 'pg'
import { statuses } from '#core/run/statuses.ts'
import { liveStatuses } from '#core/run/views/status.ts'
import type { DrawnFamily, DrawnRun } from './run-families.ts'

const hourMs = 3_600_000

interface Wait {
  readonly task_id: string
  readonly since: number
  readonly run_id: string
  readonly workflow: string
  readonly step: string
}

/** A run as its rows in the database. */
interface Row {
  readonly id: string
  readonly drawn: DrawnRun
  readonly parent: string | null
  readonly root: string
  readonly version: number
  readonly isEnded: boolean
  readonly waits: readonly Wait[]
}

let made = 0
/** Ids in the order of their making, as those of runs are. */
function nextId(): string {
  made += 1
  return `0197f000-0000-7000-8000-${made.toString(16).padStart(12, '0')}`
}

/** Writes families of runs into the tables that lists and counts read. */
export async function insertFamilies(pool: pg.Pool, families: readonly DrawnFamily[]): Promise<void> {
  const rows = families.flatMap((family) => rowsOf(family))
  const json = JSON.stringify(rows.map(columnsOf))
  for (const statement of statements) await pool.query(statement, [json])
}

function rowsOf({ root, children, isTest }: DrawnFamily): readonly Row[] {
  const version = isTest ? -1 : 1
  const rows: Row[] = []
  const add = (drawn: DrawnRun, parent: Row | null, below: readonly DrawnRun[], grandchildren: boolean): Row => {
    const id = nextId()
    const isEnded = parent?.isEnded === true || !liveStatuses.some((status) => status === drawn.status)
    const self = { id, drawn, parent: parent?.id ?? null, root: parent?.root ?? id, isEnded }
    const place = rows.length
    const shell: Row = { ...self, version: parent === null ? version : 1, waits: [] }
    rows.push(shell)
    const inner = below.map((child) =>
      add(child, shell, grandchildren ? (child as DrawnFamily['children'][number]).children : [], false),
    )
    const waits = isEnded ? [] : [...ownWait(shell), ...inner.flatMap((child) => child.waits)]
    const row = { ...shell, waits }
    rows[place] = row
    return row
  }
  add(root, null, children, true)
  return rows
}

function ownWait({ id, drawn: { wait, workflow } }: Row): readonly Wait[] {
  if (wait === null) return []
  const isSignal = wait.endsWith('signal')
  const since = Date.now() - (wait === 'old signal' ? 72 : 2) * hourMs
  return [{ run_id: id, task_id: isSignal ? 'signal:Ask:1' : id, since, workflow, step: 'Ask' }]
}

function columnsOf({ id, drawn, parent, root, version, isEnded, waits }: Row) {
  const [oldest] = waits.toSorted((a, b) => a.since - b.since || (a.task_id < b.task_id ? -1 : 1))
  const status = statusOf({ drawn, parent, isEnded, waits, id })
  const isFailed = status.startsWith('FAILED')
  const hasWait = !isEnded && drawn.wait !== null
  return {
    id,
    workflow: drawn.workflow,
    version,
    parent,
    root,
    status,
    phase: !isEnded ? 'RUNNING' : `${isFailed ? 'FAILED_UNSAFE' : 'COMPLETED'}${drawn.acknowledged ? '_ACK' : ''}`,
    error: drawn.isQuarantined ? 'STEP_QUARANTINED' : isFailed ? 'STEP_FAILED' : null,
    human_wait: oldest === undefined ? null : { count: waits.length, oldest },
    ended_ago: isEnded ? drawn.endedAgo : null,
    fingerprint: isFailed
      ? (statuses.indexOf(status) + drawn.workflow.length * 16).toString(16).padStart(16, '0')
      : null,
    task: hasWait && !drawn.wait.endsWith('signal') ? drawn.wait : null,
    retries: isEnded ? 0 : drawn.retries,
    queue: isEnded ? null : drawn.queue,
    stale: drawn.isStale,
    rerun: drawn.isRerun && parent === null && version > 0 ? nextId() : null,
  }
}

function statusOf({ id, drawn, parent, isEnded, waits }: Pick<Row, 'id' | 'drawn' | 'parent' | 'isEnded' | 'waits'>) {
  if (isEnded) return liveStatuses.some((status) => status === drawn.status) ? 'CANCELLED' : drawn.status
  if (waits.some(({ run_id }) => run_id === id)) return 'WAITING_HUMAN_INPUT'
  if (waits.length === 0) return drawn.status
  return parent === null ? 'WAITING_CHILD_HUMAN_INPUT' : 'PENDING_SUB_WORKFLOW'
}

const rows = `jsonb_to_recordset($1::jsonb) as d(id uuid, workflow text, version int, parent uuid, root uuid, status text,
  phase text, error text, human_wait jsonb, ended_ago float8, fingerprint text, task text, retries int, queue text, stale boolean,
  rerun uuid)`
const created = `now() - interval '60 hours'`

const statements: readonly string[] = [
  `insert into run (id, owner_id, data_region, workflow, version, parent_run_id, root_run_id, created_by, created_at, tags)
   select id, 'local', 'local', workflow, version, parent, root, 'local', ${created}, '{}' from ${rows}`,
  `insert into run (id, owner_id, data_region, workflow, version, root_run_id, created_by, created_at, tags, rerun_of)
   select rerun, 'local', 'local', workflow, 1, rerun, 'local', ${created}, '{}', id from ${rows} where rerun is not null`,
  `insert into run_state (run_id, owner_id, status, phase, pending, child, error_code, error_message, human_wait, started_at, ended_at)
   select id, 'local', status, phase, false, parent is not null, error, 'It broke', human_wait, ${created},
          now() - make_interval(hours => ended_ago::int) - interval '1 minute' from ${rows}
    union all
   select rerun, 'local', 'COMPLETED', 'COMPLETED', false, false, null, null, null::jsonb, ${created}, now() from ${rows} where rerun is not null`,
  `insert into run_log (run_id, seq, engine_epoch, append_id, events, last_seq, current_steps, at, xid)
   select id, 1, 1, gen_random_uuid(), '[{"payload":{"drive":"auto"}}]', 1, '{}'::text[],
          case when stale then now() - interval '1 hour' else now() end, 1 from ${rows}
    union all
   select rerun, 1, 1, gen_random_uuid(), '[{"payload":{"drive":"auto"}}]', 1, '{}'::text[], now(), 1 from ${rows} where rerun is not null`,
  `insert into run_search (run_id, owner_id, seq, numbers, fingerprint, failure)
   select id, 'local', 1, 1, fingerprint, case when fingerprint is not null then 'It broke' end from ${rows}`,
  `insert into human_task (id, owner_id, run_id, root_run_id, workflow, version, step, iteration, title, groups, assignees, opened_at, due_at,
                           follow_up_at, held_by)
   select id, 'local', id, root, workflow, version, 'Ask', 1, 'Approve', case when retries > 0 then array['clerks'] else '{}' end,
          case when queue is null then '{}' else array['ana'] end,
          now() - interval '2 hours', case when task = 'late' then now() - interval '1 hour' end,
          case when task = 'snoozed' then now() + interval '1 day' end, case when task = 'held' then 'ben' end
     from ${rows} where task is not null`,
  `insert into timer (run_id, timer_id, due_at)
   select id, 'retry:Pay:1:' || retries, now() + interval '1 day' from ${rows} where retries > 0`,
  `insert into async_task (run_id, task_id, owner_id, workflow, queue, request, idempotent, offered_at)
   select id, 'Send:1', 'local', workflow, queue, '{}', true, now() - make_interval(mins => 1 + 20 * (retries % 2)) from ${rows}
    where queue is not null`,
]
