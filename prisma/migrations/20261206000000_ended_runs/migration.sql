-- The trends of the overview read what has ended from this index alone. A run ends with a change of its status, and begins
-- with one of its engine, which are indexed as well: updates in between stay HOT.
create index "run_state_ended_idx" on "run_state" ("ended_at", "run_id") include ("owner_id", "status", "started_at")
  where "ended_at" is not null;
drop index "run_state_ended_at_idx";
