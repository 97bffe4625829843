-- Signals that do not come are looked for among runs that wait, most of which wait for people.
create index "run_state_signal_idx" on "run_state" ("run_id") where "human_wait"->'oldest'->>'task_id' like 'signal:%';
