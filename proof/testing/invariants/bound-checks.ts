import { limits } from '#core/limits.ts'
import type { Check } from './check.ts'

const { run, definition, command } = limits

export const boundChecks: readonly Check[] = [
  {
    invariant: 12,
    what: 'has an input, a result or an error message that is too large',
    over: 'history',
    sql: `
select run_id from history
 where type = 'workflow.run.created' and octet_length((payload->'input')::text) > ${run.resultBytes}
union
select e.run_id from history e
  join history s on s.run_id = e.run_id and s.type = 'workflow.node.started' and s.payload->>'step_type' = 'STANDARD'
   and (s.step, s.iteration, s.attempt) = (e.step, e.iteration, e.attempt)
 where e.type = 'workflow.node.completed' and octet_length((e.payload->'output')::text) > ${run.resultBytes}
union
select u.run_id from payload_use u join payload p using (owner_id, sha256) where p.bytes > ${run.resultBytes}
union
select run_id from run_state where octet_length(error_message) > ${run.errorMessageBytes}`,
  },
  {
    invariant: 12,
    what: 'has too many events, attempts, visits, tags, ancestors or unread commands, or a timer too far ahead',
    over: 'run',
    sql: `
with attempts as (
  select run_id, 1 + count(*) filter (where type = 'workflow.run.retried') as of_run, max(attempt) as of_step,
         max(iteration) as visits, max(seq) as events from history group by 1
)
select run_id from attempts
 where events > ${run.historyEvents} + 1000 or of_step > ${run.retryAttempts} * of_run
    or visits > ${Math.max(run.maxVisits, run.loopIterations)} * of_run
union select id from run where depth > ${run.depth} or cardinality(tags) > ${run.tags}
union select run_id from mailbox where handled_at is null and operation_id is not null
       group by run_id having count(*) > ${command.mailboxPerRun}
union select run_id from timer where due_at > clock_timestamp() + make_interval(secs => ${run.timerMs / 1_000})`,
  },
  {
    invariant: 12,
    what: 'is a published text or a list of steps that is too long',
    over: 'definition',
    sql: `
select name as run_id from definition
 where octet_length(text) > ${definition.textBytes} or json_array_length(compiled->'steps') > ${definition.steps}`,
  },
]
