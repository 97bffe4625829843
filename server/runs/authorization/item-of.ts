/** SQL for the item of its step that a run was started for, from the parent's first event about the run. */
export function itemOf(run: string): string {
  return `(select substring(l.events from '"item":(\\d+),"payload":\\{"child_run_id":"' || ${run}.id || '"')
             from run_log l
            where l.run_id = ${run}.parent_run_id and position('"child_run_id":"' || ${run}.id || '"' in l.events) > 0
            order by l.seq limit 1)`
}
