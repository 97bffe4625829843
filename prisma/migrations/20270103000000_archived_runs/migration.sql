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

-- The partition of a month, made where it is missing. Like the next function, it has the rights of the owner of the tables: an engine may
-- make no table of its own.
create function "make_archive_month"("at" timestamptz) returns void language plpgsql security definer set search_path from current as $$
declare
  month timestamp := date_trunc('month', "at" at time zone 'UTC');
  partition text := 'archived_run_' || to_char(month, 'YYYYMM');
begin
  if to_regclass(partition) is null then
    execute format('create table %I partition of archived_run for values from (%L) to (%L)', partition,
      first_run_id(month at time zone 'UTC'), first_run_id((month + interval '1 month') at time zone 'UTC'));
  end if;
exception when check_violation then
  -- Rows of this month came from another database, and lie in the rest.
end
$$;

-- Detaches and drops the months that ended before an instant, and returns the files that had runs of them.
create function "drop_archive_months"("before" timestamptz) returns setof text language plpgsql security definer set search_path from current as $$
declare
  partition text;
begin
  for partition in
    select relname::text from pg_inherits join pg_class on oid = inhrelid
     where inhparent = 'archived_run'::regclass and relname ~ '^archived_run_\d{6}$'
       and (to_date(right(relname, 6), 'YYYYMM')::timestamp + interval '1 month') at time zone 'UTC' <= "before"
     order by 1
  loop
    return query execute format('select distinct file from %I', partition);
    execute format('alter table archived_run detach partition %I', partition);
    execute format('drop table %I', partition);
  end loop;
  return query with gone as (delete from archived_run_other where run_id < first_run_id("before") returning file) select distinct file from gone;
end
$$;
