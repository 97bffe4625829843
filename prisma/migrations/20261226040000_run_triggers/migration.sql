-- Triggers of type run (server/triggers/ended-runs): the run whose end is the reason of a firing. It may have been removed since.
alter table "trigger_firing" add column "source_run_id" uuid;
-- Whether the log has to be read for them, and by whom the end of a run is awaited.
create index "trigger_run_idx" on "trigger" ("owner_id", ("spec" ->> 'workflow'))
  where "type" = 'run' and "removed_at" is null and "paused_at" is null;
