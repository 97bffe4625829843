/** What has been awaited for longest in a run or below it is a signal; null while nothing is awaited. */
const isSignal = (state: string) => `${state}.human_wait->'oldest'->>'task_id' like 'signal:%'`
const awaited = (state: string) => `(${state}.human_wait->>'count')::int`

/** The same of `run_state s`. */
export const oldestIsSignal = isSignal('s')

/** How many people are awaited in `run r` or below: of a root the tasks know it, of others only the runs between. */
const tasks = `(case when r.parent_run_id is null
  then (select count(*) from human_task t where t.root_run_id = r.id and t.status = 'open')
  else (with recursive here(id) as (
          select r.id union all select c.id from here h join run c on c.parent_run_id = h.id)
        select count(*) from here h join human_task t on t.run_id = h.id where t.status = 'open') end)`

/** Most wait for one person. The others, of whom there are few, lie in two indexes, which are looked through one by one. */
const mayAwaitSignal = `(
  select w.run_id from run_state w where ${isSignal('w')}
  union all select w.run_id from run_state w where ${awaited('w')} > 1)`

/** A run says what has been awaited for longest and how many there are: most often that is enough. */
export const waitingFor = {
  person: `s.human_wait is not null and (not ${oldestIsSignal} or ${awaited('s')} > 1 and ${tasks} > 0)`,
  signal: `s.run_id in ${mayAwaitSignal} and (${oldestIsSignal} or ${tasks} < ${awaited('s')})`,
} as const
