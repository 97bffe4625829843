/**
 * SQL that deletes runs (`$1`) with everything of theirs. `searched (run_id, counted)` are their entries in the index of
 * runs, for a further part of the statement, `also`, which keeps the counts right. The commands of a run are not among
 * these tables: retention leaves answered ones to their own age, and no run with an open one is removed.
 */
export const deletionOfRuns = (also: string) => `
with log as (delete from run_log where run_id = any($1::uuid[])),
tasks as (delete from human_task where run_id = any($1::uuid[])),
acts as (delete from task_event where run_id = any($1::uuid[])),
work as (delete from async_task where run_id = any($1::uuid[])),
answers as (delete from agent_answer where run_id = any($1::uuid[])),
snapshots as (delete from snapshot where run_id = any($1::uuid[])),
timers as (delete from timer where run_id = any($1::uuid[])),
notices as (delete from failure_notice where run_id = any($1::uuid[])),
mails as (delete from mail_notice where run_id = any($1::uuid[])),
deliveries as (delete from webhook_delivery where run_id = any($1::uuid[])),
alerts as (delete from alert where run_id = any($1::uuid[])),
watches as (delete from alert_watch where run_id = any($1::uuid[])),
uses as (delete from payload_use where run_id = any($1::uuid[])),
searched as (delete from run_search where run_id = any($1::uuid[]) returning run_id, counted),
numbers as (delete from run_number where run_id = any($1::uuid[])),
slots as (delete from run_slot where run_id = any($1::uuid[])),
locks as (delete from resource_lock where run_id = any($1::uuid[])),
requests as (delete from lock_request where run_id = any($1::uuid[])),
resources_watched as (delete from resource_watch where run_id = any($1::uuid[])),
states as (delete from run_state where run_id = any($1::uuid[])),
${also}
delete from run where id = any($1::uuid[])`
