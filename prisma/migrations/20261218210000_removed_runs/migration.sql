-- Runs that a person has removed, without anything of what they held. Open pages hear of the removal by `xid`, as of rows
-- of the log. `counted` is the status under which the run is still in `run_count`, until an engine has taken it out.
create table "removed_run" (
  "run_id" uuid primary key,
  "owner_id" text not null,
  "removed_at" timestamptz(3) not null default clock_timestamp(),
  "counted" text,
  "xid" bigint not null default (pg_current_xact_id()::text)::bigint
);
create index "removed_run_xid_idx" on "removed_run" ("xid");
create index "removed_run_removed_at_idx" on "removed_run" ("removed_at");
create index "removed_run_counted_idx" on "removed_run" ("run_id") where "counted" is not null;
