-- Lists and counts are of root runs: whether a run was started by another one stands beside its status, so that the indexes answer both
-- without a look at the header of each run. Written once, with the row.
alter table "run_state" add column "child" boolean not null default false;
update "run_state" s set "child" = true
  from "run" r where r."id" = s."run_id" and r."parent_run_id" is not null;

drop index "run_state_owner_id_status_run_id_idx";
create index "run_state_owner_id_status_run_id_idx" on "run_state" ("owner_id", "status", "run_id" desc) include ("child");
drop index "run_state_ended_idx";
create index "run_state_ended_idx" on "run_state" ("ended_at", "run_id") include ("owner_id", "status", "started_at", "child")
  where "ended_at" is not null;
