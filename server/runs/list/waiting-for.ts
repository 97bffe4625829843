/** Whether the oldest wait of a run or its descendants is for a signal; null without a wait. */
const isSignal = (state: string) => `${state}.human_wait->'oldest'->>'task_id' like 'signal:%'`
const awaited = (state: string) => `(${state}.human_wait->>'count')::int`

/** `isSignal` for `run_state s`. */
export const oldestIsSignal = isSignal('s')

/**
 * The number of open tasks in `run r` or below: a root is stored in each task, other runs need a walk over their
 * descendants.
 */
const tasks = `(case when r.parent_run_id is null
  then (select count(*) from human_task t where t.root_run_id = r.id and t.status = 'open')
  else (with recursive here(id) as (
          select r.id union all select c.id from here h join own_run c on c.parent_run_id = h.id)
        select count(*) from here h join human_task t on t.run_id = h.id where t.status = 'open') end)`

/** Most runs wait for one person. The few others are in two indexes, which are read one by one. */
const mayAwaitSignal = `(
  select w.run_id from own_run_state w where ${isSignal('w')}
  union all select w.run_id from own_run_state w where ${awaited('w')} > 1)`

/** Conditions by kind of wait. The run stores its oldest wait and the number of waits: mostly that is enough. */
export const waitingFor = {
  person: `s.human_wait is not null and (not ${oldestIsSignal} or ${awaited('s')} > 1 and ${tasks} > 0)`,
  signal: `s.run_id in ${mayAwaitSignal} and (${oldestIsSignal} or ${tasks} < ${awaited('s')})`,
} as const
