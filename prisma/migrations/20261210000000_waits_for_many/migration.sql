-- A signal that is awaited besides what has been awaited for longest is looked for only where several are.
create index "run_state_waits_for_many_idx" on "run_state" ("run_id") where ("human_wait"->>'count')::int > 1;
