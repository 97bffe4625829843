-- Both functions have the rights of the owner of the tables, and everybody may call a function: the roles of requests, starts and logins
-- are refused.
create or replace function "make_archive_month"("at" timestamptz) returns void language plpgsql security definer set search_path from current as $$
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

create or replace function "drop_archive_months"("before" timestamptz) returns setof text language plpgsql security definer set search_path from current as $$
declare
  partition text;
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
    return query execute format('select distinct file from %I', partition);
    execute format('alter table archived_run detach partition %I', partition);
    execute format('drop table %I', partition);
  end loop;
  return query with gone as (delete from archived_run_other where run_id < first_run_id("before") returning file) select distinct file from gone;
end
$$;
