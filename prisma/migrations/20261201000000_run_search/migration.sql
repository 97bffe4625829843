-- What of runs is searched by value, and which failures are the same. Written after the fact from the log
-- (server/operations/search), never by the engine's commits: it may be behind, and it may be made again.
create table "run_search" (
  "run_id" uuid not null,
  "owner_id" text not null,
  "seq" integer not null,
  "input" jsonb,
  "state" jsonb,
  "fingerprint" text,
  "failure" text,
  constraint "run_search_pkey" primary key ("run_id")
);
create index "run_search_input_idx" on "run_search" using gin ("input" jsonb_path_ops);
create index "run_search_state_idx" on "run_search" using gin ("state" jsonb_path_ops);
create index "run_search_owner_id_fingerprint_run_id_idx" on "run_search" ("owner_id", "fingerprint", "run_id" desc)
  where "fingerprint" is not null;
