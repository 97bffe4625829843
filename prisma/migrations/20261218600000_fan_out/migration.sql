-- A run that starts several variants: their number, and the version of the generated definition (`_fabric/fan_out`) that the run
-- itself executes; `workflow` and `version` are those under which lists show it. Null in all other runs.
alter table "run" add column "variants" int, add column "fan_out_version" int;
-- The run, and the variant of it, that a run regenerates.
alter table "run" add column "regenerated_from" uuid, add column "regenerated_variant" int;
create index "run_regenerated_from_idx" on "run" ("regenerated_from") where "regenerated_from" is not null;
create or replace view "own_run" as
select "id", "owner_id", "data_region", "workflow", "version", "parent_run_id", "parent_step", "root_run_id", "rerun_of", "depth", "tags",
       "created_by", "created_at", "variants", "regenerated_from", "regenerated_variant"
  from "run"
 where "owner_id" = (select current_setting('app.owner', true)) or (select current_user <> 'heddle_web');
