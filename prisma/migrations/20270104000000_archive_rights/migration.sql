-- The partition of a month, made where it is missing. Both functions have the rights of the owner of the tables, since an engine may make no
-- table of its own, and everybody may call a function: the roles of requests, starts and logins are refused. Who waits for a table holds up
-- all that read it after: both give up soon (55P03), and are called again later.
create function "make_archive_month"("at" timestamptz) returns void language plpgsql security definer set lock_timeout = '500ms' as $$
declare
  month timestamp := date_trunc('month', "at" at time zone 'UTC');
  partition text := 'archived_run_' || to_char(month, 'YYYYMM');
begin
  if session_user in ('heddle_web', 'heddle_start', 'heddle_auth') then
    raise exception 'Engines alone change the archive.' using errcode = 'insufficient_privilege';
  end if;
  if to_regclass(partition) is null then
    execute format('create table %I partition of archived_run for values from (%L) to (%L)', partition,
      first_run_id(month at time zone 'UTC'), first_run_id((month + interval '1 month') at time zone 'UTC'));
  end if;
exception when check_violation then
  -- Rows of this month came from another database, and lie in the rest.
end
$$;

-- Detaches and drops the months that ended before an instant, and returns the files that had runs of them. A run that was started long ago
-- may have been archived a moment ago: a month stays while a file of it is of that day or later, by the day in the file's name.
create function "drop_archive_months"("before" timestamptz) returns setof text language plpgsql security definer set lock_timeout = '500ms' as $$
declare
  partition text;
  young text := 'runs-' || to_char("before" at time zone 'UTC', 'YYYY-MM-DD');
  is_young boolean;
begin
  if session_user in ('heddle_web', 'heddle_start', 'heddle_auth') then
    raise exception 'Engines alone change the archive.' using errcode = 'insufficient_privilege';
  end if;
  for partition in
    select relname::text from pg_inherits join pg_class on oid = inhrelid
     where inhparent = 'archived_run'::regclass and relname ~ '^archived_run_\d{6}$'
       and (to_date(right(relname, 6), 'YYYYMM')::timestamp + interval '1 month') at time zone 'UTC' <= "before"
     order by 1
  loop
    execute format('select exists (select from %I where file collate "C" >= %L)', partition, young) into is_young;
    continue when is_young;
    return query execute format('select distinct file from %I', partition);
    execute format('alter table archived_run detach partition %I', partition);
    execute format('drop table %I', partition);
  end loop;
  return query with gone as (
    delete from archived_run_other where run_id < first_run_id("before") and file collate "C" < young returning file)
    select distinct file from gone;
end
$$;

-- As in run_totals: the tables of both are those of their own schema.
do $$
declare
  home text := (select relnamespace::regnamespace::text from pg_class where oid = '"archived_run"'::regclass);
begin
  execute format('alter function %s."make_archive_month"(timestamptz) set search_path = %s, pg_temp', home, home);
  execute format('alter function %s."drop_archive_months"(timestamptz) set search_path = %s, pg_temp', home, home);
end
$$;
