/** What has been awaited for longest in a run or below it is a signal, `run_state s`; null while nothing is awaited. */
export const oldestIsSignal = `s.human_wait->'oldest'->>'task_id' like 'signal:%'`

const awaited = `(s.human_wait->>'count')::int`
const isOne = `${awaited} = 1`

/** How many people are awaited in `run r` or below: of a root the tasks know it, of others only the runs between. */
const tasks = `(case when r.parent_run_id is null
  then (select count(*) from human_task t where t.root_run_id = r.id and t.status = 'open')
  else (with recursive here(id) as (
          select r.id union all select c.id from here h join run c on c.parent_run_id = h.id)
        select count(*) from here h join human_task t on t.run_id = h.id where t.status = 'open') end)`

/** A run says what has been awaited for longest and how many there are: most often that is enough. */
export const waitingFor = {
  person: `s.human_wait is not null and case when not ${oldestIsSignal} then true when ${isOne} then false else ${tasks} > 0 end`,
  signal: `s.human_wait is not null and case when ${oldestIsSignal} then true when ${isOne} then false else ${tasks} < ${awaited} end`,
} as const
