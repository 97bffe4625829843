-- The caller's own id of the work that a run does: at most one run of an owner that has not ended has it. A start looks the id
-- up under a lock of the id (server/engine/store/workflow-id.ts).
alter table "run" add column "workflow_id" text;
create index "run_workflow_id_owner_id_idx" on "run" ("workflow_id", "owner_id") where "workflow_id" is not null;
create or replace view "own_run" as
select "id", "owner_id", "data_region", "workflow", "version", "parent_run_id", "parent_step", "root_run_id", "rerun_of", "depth", "tags",
       "created_by", "created_at", "variants", "regenerated_from", "regenerated_variant", "workflow_id"
  from "run"
 where "owner_id" = (select current_setting('app.owner', true)) or (select current_user <> 'heddle_web');
