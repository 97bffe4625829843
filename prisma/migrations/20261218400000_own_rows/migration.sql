-- The rows of the owner of a transaction, for lists and searches. They apply the condition of the policies themselves, as a part of the query:
-- the planner evaluates the policy of a table before every condition that is not leakproof, and `@?`, `@@`, `@>` and `ilike` are not, so their
-- indexes would go unused. All other roles work for all owners, as their policies say (server/db/roles).
create view "own_run" as
select "id", "owner_id", "data_region", "workflow", "version", "parent_run_id", "parent_step", "root_run_id", "rerun_of", "depth", "tags",
       "created_by", "created_at"
  from "run"
 where "owner_id" = (select current_setting('app.owner', true)) or (select current_user <> 'heddle_web');

create view "own_run_state" as
select "run_id", "owner_id", "engine_id", "status", "phase", "held", "pending", "called_failed", "child", "error_code", "error_message",
       "error_step", "human_wait", "started_at", "ended_at"
  from "run_state"
 where "owner_id" = (select current_setting('app.owner', true)) or (select current_user <> 'heddle_web');

create view "own_run_search" as
select "run_id", "owner_id", "input", "state", "words", "numbers", "fingerprint", "failure"
  from "run_search"
 where "owner_id" = (select current_setting('app.owner', true)) or (select current_user <> 'heddle_web');

create view "own_run_number" as
select "run_id", "owner_id", "workflow", "key", "number"
  from "run_number"
 where "owner_id" = (select current_setting('app.owner', true)) or (select current_user <> 'heddle_web');

create view "own_run_progress" as
select s."run_id", l."last_seq" as "seq", l."current_steps", l."at" as "updated_at"
  from "run_state" s
  cross join lateral (
    select "last_seq", "current_steps", "at" from "run_log"
     where "run_id" = s."run_id" order by "seq" desc limit 1) l
 where s."owner_id" = (select current_setting('app.owner', true)) or (select current_user <> 'heddle_web');
