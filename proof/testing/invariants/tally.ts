import type { ClientBase } from 'pg'
import type { Tally } from './report.ts'

const sql = `
with interrupted as (
  select distinct s.run_id, s.seq from history o
    join history s on s.run_id = o.run_id and s.seq < o.row_seq
     and s.type in ('workflow.node.started', 'workflow.item.started', 'workflow.compensation.started')
     and s.payload->>'key' is not null
   where o.type = 'workflow.run.owned'
     and not exists (
       select from history e where e.run_id = s.run_id and e.seq > s.seq and e.row_seq < o.row_seq
          and (e.step, e.iteration, e.item) = (s.step, s.iteration, s.item))
)
select (select count(*) from run)::int as runs,
       count(*) filter (where type = 'workflow.run.completed')::int as completed,
       count(*) filter (where type in ('workflow.run.failed', 'workflow.run.cancelled'))::int as failed,
       count(*) filter (where type = 'workflow.compensation.completed' and payload->>'outcome' = 'done')::int as compensations,
       count(*) filter (where type = 'workflow.run.owned')::int as takeovers,
       count(*) filter (where type = 'workflow.timer.fired')::int as "timersFired",
       (select count(*) from interrupted)::int as interrupted
  from history`

export async function tally(client: ClientBase): Promise<Tally> {
  const { rows } = await client.query<Tally>(sql)
  if (!rows[0]) throw new Error('An aggregate returned no row.')
  return rows[0]
}
