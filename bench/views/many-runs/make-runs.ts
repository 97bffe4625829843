import type { Pool } from 'pg'
import { DURATION, numberKey, OPEN_SINCE } from '#server/number-key.ts'

/**
 * Runs with what lists, comparisons and metrics read of them, by one statement for each table. One was started each minute until eight days
 * ago: three of four of `Order`, a fifth of `Loan`, one in twenty of `Refund`, which failed, and one in 10,000 of `Rare`; a tenth of
 * the Loans wait for a person. Comparisons meet any distribution: `rank` counts from the oldest run to the newest, `amount` is mixed evenly,
 * Loans take days and others up to 30 seconds, or up to 300 in the older half.
 */
export async function makeRuns(pool: Pool, runs: number): Promise<void> {
  const at = `now() - interval '8 days' + make_interval(mins => place - ${runs})`
  const statements: readonly string[] = [
    'drop table if exists bench_run',
    `create unlogged table bench_run as
     select place, uuidv7(make_interval(mins => place - ${runs}) - interval '8 days') as id, ${at} as at, kind.workflow,
            kind.workflow = 'Loan' and place % 50 = 0 as open,
            case kind.workflow when 'Loan' then 86400000::float8 * (1 + place % 7)
                 else (place::bigint * 7919 % 300000)::float8 * case when place <= ${runs} / 2 then 10 else 1 end / 10 end as took
       from generate_series(1, ${runs}) place,
            lateral (select case when place % 10000 = 5000 then 'Rare' when place % 20 = 7 then 'Refund'
                                 when place % 5 = 0 then 'Loan' else 'Order' end as workflow) kind`,
    `insert into run (id, owner_id, data_region, workflow, version, root_run_id, tags, created_by, created_at)
     select id, 'local', 'local', workflow, 1, id, array['customer-' || place % 1000], 'local', at from bench_run order by place`,
    `insert into run_state (run_id, owner_id, status, phase, pending, called_failed, error_code, error_message, started_at, ended_at)
     select id, 'local', case when open then 'WAITING_HUMAN_INPUT' when workflow = 'Refund' then 'FAILED' else 'COMPLETED' end,
            case when workflow = 'Refund' then 'ERROR' else 'SUCCESS' end, false, workflow = 'Refund',
            case when workflow = 'Refund' then 'STEP_FAILED' end, case when workflow = 'Refund' then 'cause ' || place % 10 end, at,
            case when not open then at + make_interval(secs => took / 1000) end from bench_run order by place`,
    `insert into run_log (run_id, seq, engine_epoch, append_id, events, last_seq, current_steps, at, xid)
     select id, 1, 1, gen_random_uuid(), '[]', 9, '{}', at, pg_current_xact_id()::text::bigint from bench_run order by place`,
    `insert into run_search (run_id, owner_id, seq, numbers, counted, input, state, fingerprint, failure)
     select id, 'local', 9, 1, case when not open then case workflow when 'Refund' then 'FAILED' else 'COMPLETED' end end,
            jsonb_build_object('order', 'A-' || place, 'amount', place::bigint * 7919 % 10000, 'rank', place,
                               'customer', jsonb_build_object('name', 'customer ' || place % 1000)),
            jsonb_build_object('rank', place), case when workflow = 'Refund' then lpad(to_hex(place % 10), 16, '0') end,
            case when workflow = 'Refund' then 'cause' end
       from bench_run order by place`,
    `insert into run_number (run_id, owner_id, workflow, key, number)
     select b.id, 'local', b.workflow, n.key, n.number
       from bench_run b cross join lateral (values
              (case when open then ${OPEN_SINCE} else ${DURATION} end::bigint,
               case when open then extract(epoch from at)::float8 * 1000 else took end),
              (${numberKey(['amount'])}, (place::bigint * 7919 % 10000)::float8),
              (${numberKey(['rank'])}, place::float8)) n(key, number)
      order by b.place`,
    `insert into run_count (status, bucket, runs) select counted, 0, count(*) from run_search where counted is not null group by counted`,
    `insert into bookmark (name, xid) values ('run_count', 0)`,
  ]
  for (const statement of statements) await pool.query(statement)
  await pool.query('vacuum analyze')
}
