import type { Pool } from 'pg'
import { limits } from '#core/limits.ts'
import { triggerService } from '../service.ts'

/** The runs of a chain that are looked at: all triggers of an owner, each as often as it may fire. */
const MOST_RUNS = limits.triggers.chained * limits.triggers.perOwner

/**
 * How often the trigger fires in the chain of runs that leads to this firing, with this firing: each run was started by the
 * end of the one before. The idempotency key of a run names the firing that has started it, also before the firing names the run.
 */
export async function timesInChain(
  pool: Pool,
  { triggerId, key }: { readonly triggerId: string; readonly key: string },
): Promise<number> {
  const { rows } = await pool.query<{ times: number }>({
    name: 'chain-of-runs',
    text: `
    with recursive chain as (
      select f.trigger_id, f.source_run_id, 1 as place from trigger_firing f where f.trigger_id = $1 and f.key = $2
      union all
      select f.trigger_id, f.source_run_id, c.place + 1
        from chain c
        join run r on r.id = c.source_run_id and r.created_by = '${triggerService.id}' and r.idempotency_key like 'run/%'
        join trigger_firing f on f.trigger_id = split_part(r.idempotency_key, '/', 2)::uuid
         and f.key = substr(r.idempotency_key, length('run/') + 36 + 2)
       where c.place < ${MOST_RUNS})
    select count(*) filter (where trigger_id = $1)::int as times from chain`,
    values: [triggerId, key],
  })
  return rows[0]?.times ?? 0
}
