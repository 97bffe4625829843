-- The root of the run that started a detached run (FIRE_AND_FORGET), and of the runs below that: the bound on descendants counts
-- them for it. Null in all other runs, whose origin is their root, and in rows of earlier versions.
alter table "run" add column "origin_run_id" uuid;
create index "run_origin_run_id_idx" on "run" ("origin_run_id") where "origin_run_id" is not null;
