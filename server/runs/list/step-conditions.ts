/**
 * The two names by which a step is found: its own, and for `Ask[3]`, which a PARALLEL step runs for one item, the name
 * `Ask` of the definition.
 */
export const namesOf = (step: string): readonly [string, string] => [
  step,
  `regexp_replace(${step}, '\\[+[0-9]+\\]+$', '')`,
]

/** Live runs, as a condition on `run_state s`. */
export const isLive = 's.ended_at is null'
/** Failed runs, as a condition on `run_state s`. */
export const hasFailed = "s.status like 'FAILED%' and s.ended_at is not null"

/** Live runs whose current steps contain a step, as a condition on `run r` and `run_state s`. */
export const standsAt = (step: string): string => `${isLive} and exists (
  select from own_run_progress g cross join unnest(g.current_steps) c(step)
   where g.run_id = r.id and ${step} in (${namesOf('c.step').join(', ')}))`

/** Runs that failed at a step, as a condition on `run_state s`. */
export const failedAt = (step: string): string => `${hasFailed} and ${step} in (${namesOf('s.error_step').join(', ')})`
