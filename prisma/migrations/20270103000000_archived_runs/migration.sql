-- The index of the archive: where a run that retention has written to a file before its removal is found. A partition has the runs that were
-- started in a month (a run id is its time), so that what is too old goes as a whole: it is detached and dropped, and no row is deleted.
create table "archived_run" (
  "run_id" uuid not null,
  "owner_id" text not null,
  "root_run_id" uuid not null,
  "parent_run_id" uuid,
  "workflow" text not null,
  "version" integer not null,
  "status" text not null,
  "created_at" timestamptz(3) not null,
  "ended_at" timestamptz(3) not null,
  -- The file in the folder of the archive, and the byte at which the compressed part with the run begins.
  "file" text not null,
  "place" bigint not null,
  primary key ("run_id")
) partition by range ("run_id");
create table "archived_run_other" partition of "archived_run" default;
create index "archived_run_owner_id_run_id_idx" on "archived_run" ("owner_id", "run_id" desc);
create index "archived_run_file_idx" on "archived_run" ("file");

-- The first run id of an instant.
create function "first_run_id"("at" timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from "at") * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;
