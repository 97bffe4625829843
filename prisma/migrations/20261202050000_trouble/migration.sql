-- What the overview asks again and again: runs that wait for people, and failures by their code. Neither is written to by a
-- run that just goes on.
create index "run_state_waiting_idx" on "run_state" ("run_id") where "human_wait" is not null;
create index "run_state_error_code_idx" on "run_state" ("error_code", "run_id" desc) where "error_code" is not null;
