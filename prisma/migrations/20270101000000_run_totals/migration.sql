-- How many root runs of an owner have ended, by workflow and status: numbers on pages are read here, not counted. Test runs are left out. A
-- status has several rows, so that writers do not wait for each other.
create table "run_total" (
  "owner_id" text not null,
  "workflow" text not null,
  "status" text not null,
  "bucket" smallint not null,
  "runs" bigint not null,
  primary key ("owner_id", "workflow", "status", "bucket")
);

-- The workflow under which an ended run is in the totals; '' for a run that is in none. Null in rows of earlier versions, until
-- retention has filled it.
alter table "run_search" add column "total_of" text;

-- Triggers keep the totals, so that they are right whichever version writes or removes an entry. The function has the rights of the
-- owner of the tables: requests remove runs, and may not write totals.
create function "count_run_totals"() returns trigger language plpgsql security definer as $$
begin
  if tg_op = 'INSERT' then
    insert into run_total as t (owner_id, workflow, status, bucket, runs)
    select owner_id, total_of, counted, pg_backend_pid() % 16, count(*) from after_rows
     where counted is not null and total_of <> '' group by 1, 2, 3 order by 1, 2, 3
    on conflict (owner_id, workflow, status, bucket) do update set runs = t.runs + excluded.runs;
  elsif tg_op = 'DELETE' then
    insert into run_total as t (owner_id, workflow, status, bucket, runs)
    select owner_id, total_of, counted, pg_backend_pid() % 16, -count(*) from before_rows
     where counted is not null and total_of <> '' group by 1, 2, 3 order by 1, 2, 3
    on conflict (owner_id, workflow, status, bucket) do update set runs = t.runs + excluded.runs;
  else
    insert into run_total as t (owner_id, workflow, status, bucket, runs)
    select owner_id, total_of, counted, pg_backend_pid() % 16, sum(n)
      from (select owner_id, total_of, counted, 1 as n from after_rows
            union all
            select owner_id, total_of, counted, -1 from before_rows) changed
     where counted is not null and total_of <> '' group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3
    on conflict (owner_id, workflow, status, bucket) do update set runs = t.runs + excluded.runs;
  end if;
  return null;
end
$$;
create trigger "run_totals_of_new" after insert on "run_search"
  referencing new table as after_rows for each statement execute function "count_run_totals"();
create trigger "run_totals_of_changed" after update on "run_search"
  referencing old table as before_rows new table as after_rows for each statement execute function "count_run_totals"();
create trigger "run_totals_of_gone" after delete on "run_search"
  referencing old table as before_rows for each statement execute function "count_run_totals"();

-- A function with the rights of the owner of the tables finds them in their own schema, and not by the search path of the session: a
-- temporary table of the same name would run its triggers with these rights. A later "create or replace" must repeat this.
do $$
declare
  home text := (select relnamespace::regnamespace::text from pg_class where oid = '"run_total"'::regclass);
begin
  execute format('alter function %s."count_run_totals"() set search_path = %s, pg_temp', home, home);
  execute format('alter function %s."revoke_keys_of_member"() set search_path = %s, pg_temp', home, home);
end
$$;
