import type { Pool } from 'pg'
import { DURATION, numberKey, OPEN_SINCE } from '#server/number-key.ts'
import { cloneRun } from '../harness/clone-runs.ts'
import type { Stage } from '../harness/stage.ts'
import { until } from '../harness/until.ts'
import { inline, workflow } from '../harness/workflows.ts'

export interface ViewData {
  readonly runs: number
  readonly tasks: number
}

/**
 * Runs as an installation has them after some months: most completed, some
 * failed of a few causes, many waiting for people. Each kind is made once by an engine and copied;
 * inputs, times and messages differ from copy to copy.
 */
export async function makeViewData(stage: Stage, { runs, tasks }: ViewData): Promise<void> {
  await stage.publish(workflow('Order', [inline('Pack', 'hundred_bytes')]))
  await stage.publish(workflow('Refund', [{ name: 'Pay_Back', type: 'STANDARD', function: 'nowhere.to_be_found' }]))
  await stage.publish(workflow('Loan', [{ name: 'Approve', type: 'HUMAN', title: 'A loan' }]))
  const engine = await stage.engine()
  const failed = Math.round(runs / 20)
  const pool = stage.patientPool
  await copies(stage, pool, 'Order', 'COMPLETED', runs - failed - tasks)
  await copies(stage, pool, 'Refund', 'FAILED', failed)
  await copies(stage, pool, 'Loan', 'WAITING_HUMAN_INPUT', tasks)
  await decidedBefore(pool)
  await engine.stop()
  await trouble(pool)
  await pool.query('vacuum analyze')
}

async function copies(stage: Stage, pool: Pool, name: string, status: string, many: number): Promise<void> {
  const [runId = ''] = await stage.start(name, 1)
  await until(`${name} is ${status}`, async () => {
    const { rows } = await pool.query('select from run_state where run_id = $1 and status = $2 and engine_id is null', [
      runId,
      status,
    ])
    return rows.length === 1
  })
  await cloneRun(pool, runId, many)
  await vary(pool, many)
}

/** Of the runs that wait, a tenth tries again and again, a twentieth waits for workers, and of some nothing comes. */
async function trouble(pool: Pool): Promise<void> {
  await pool.query(
    `insert into timer (run_id, timer_id, due_at)
     select id, 'retry:Approve:1:' || place % 6, now() + interval '1 hour' from bench_copy where place % 10 = 0`,
  )
  await pool.query(
    `insert into async_task (run_id, task_id, owner_id, workflow, queue, request, idempotent, offered_at)
     select id, 'Approve:1', 'local', 'Loan', 'queue-' || place % 3, '{}', true, now() - make_interval(secs => place)
       from bench_copy where place % 20 = 1`,
  )
  await pool.query(
    `update run_state s set status = 'ACTIVE', human_wait = null from bench_copy c where c.id = s.run_id and place % 40 = 2`,
  )
  await pool.query(
    `update run_log l set at = now() - interval '1 hour' from bench_copy c where c.id = l.run_id and place % 80 = 2`,
  )
}

/** A copy every minute; a tenth of the failures of another cause each, as fifty owners and a thousand customers have them. */
async function vary(pool: Pool, many: number): Promise<void> {
  await pool.query(
    `update run r set created_at = now() - make_interval(mins => $1::int - c.place), tags = array['customer-' || c.place % 1000]
       from bench_copy c where c.id = r.id`,
    [many],
  )
  await pool.query(
    `update run_state s
        set started_at = r.created_at, ended_at = case when s.ended_at is null then null else r.created_at + make_interval(secs => c.place % 300) end,
            error_message = case when s.error_message is null then null else 'cause ' || chr(97 + c.place % 10) || ': ' || s.error_message end
       from bench_copy c join run r on r.id = c.id where c.id = s.run_id`,
  )
  await pool.query(
    `update run_search q
        set seq = 1000, input = jsonb_build_object('order', 'A-' || c.place, 'amount', c.place % 10000, 'customer', jsonb_build_object('name', 'customer ' || c.place % 1000)),
            state = jsonb_build_object('total', c.place % 10000 * 1.19),
            words = array_to_tsvector(array['a', 'customer', c.place::text, 'n' || c.place % 1000]),
            fingerprint = case when s.status like 'FAILED%' then lpad(to_hex(c.place % 10), 16, '0') end,
            failure = case when s.status like 'FAILED%' then 'cause ' || chr(97 + c.place % 10) end
       from bench_copy c join run_state s on s.run_id = c.id where q.run_id = c.id`,
  )
  await pool.query('delete from run_number n using bench_copy c where n.run_id = c.id')
  await pool.query(
    `insert into run_number (run_id, owner_id, workflow, key, number)
     select c.id, r.owner_id, r.workflow, n.key, n.number
       from bench_copy c join run r on r.id = c.id join run_state s on s.run_id = c.id cross join lateral (values
            (case when s.ended_at is null then ${OPEN_SINCE} else ${DURATION} end::bigint,
             extract(epoch from case when s.ended_at is null then s.started_at - timestamptz 'epoch' else s.ended_at - s.started_at end)::float8 * 1000),
            (${numberKey(['amount'])}, (c.place % 10000)::float8), (${numberKey(['total'])}, c.place % 10000 * 1.19::float8)) n(key, number)
      order by c.place`,
  )
  // Every third late, every tenth held by one of a hundred people, every hundredth put off.
  await pool.query(
    `update human_task t
        set opened_at = r.created_at, title = 'Loan ' || c.place, groups = array['group-' || c.place % 5],
            due_at = case when c.place % 9 > 0 then now() + make_interval(hours => c.place % 300 - 100) end,
            queue = 'queue-' || c.place % 7, priority = c.place * 7 % 101,
            assignees = case when c.place % 50 = 0 then array['clerk'] else '{}' end,
            held_by = case when c.place % 10 = 1 then 'person-' || c.place % 100 end,
            follow_up_at = case when c.place % 100 = 3 then now() + interval '3 days' end,
            fields = json_build_array(json_build_object('label', 'Customer', 'value', 'customer ' || c.place % 1000),
                                      json_build_object('label', 'Amount', 'value', c.place))
       from bench_copy c join run r on r.id = c.id where t.run_id = c.id`,
  )
}

/** As many tasks that were decided before, of runs that are of no interest here. */
async function decidedBefore(pool: Pool): Promise<void> {
  const columns = `owner_id, run_id, root_run_id, workflow, version, step, iteration, title, assignees, groups, excluded, due_at,
                   opened_at, queue, priority, fields`
  await pool.query(
    `insert into human_task (id, ${columns}, status, closed_at, decided_by)
     select gen_random_uuid(), ${columns}, 'decided', opened_at + interval '1 hour',
            case when priority < 5 then 'clerk' else 'person-' || priority end
       from human_task where status = 'open'`,
  )
}
