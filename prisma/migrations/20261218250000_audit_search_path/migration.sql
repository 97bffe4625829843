-- The guards of the audit find its tables in their own schema, and not by the search path of the session: a temporary
-- table "audit_chain" with a mark of its own would open them. A later "create or replace" must repeat this.
do $$
declare
  home text := (select relnamespace::regnamespace::text from pg_class where oid = '"audit"'::regclass);
  guard text;
begin
  foreach guard in array array['guard_audit', 'guard_audit_chain', 'refuse_audit_truncation'] loop
    execute format('alter function %s.%I() set search_path = %s, pg_temp', home, guard, home);
  end loop;
end
$$;
