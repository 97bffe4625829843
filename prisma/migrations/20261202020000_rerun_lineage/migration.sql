-- A run that was made from another, ended or not: which. Written once, at its start.
alter table "run" add column "rerun_of" uuid;
create index "run_rerun_of_idx" on "run" ("rerun_of") where "rerun_of" is not null;
