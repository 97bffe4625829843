-- Numbers by which runs are compared: how long they took, since when they are open, and the numbers in their input and state.
-- Written with the index of runs (server/operations/search), never by the engine's commits.
create table "run_number" (
  "run_id" uuid not null,
  "owner_id" text not null,
  "workflow" text not null,
  "key" bigint not null,
  "number" double precision not null,
  constraint "run_number_pkey" primary key ("run_id", "key", "number")
);
-- Few numbers within bounds are found by the first index, the newest of many by the second. Neither reads the table.
create index "run_number_key_owner_id_workflow_number_run_id_idx" on "run_number" ("key", "owner_id", "workflow", "number", "run_id");
create index "run_number_key_run_id_idx" on "run_number" ("key", "run_id" desc) include ("owner_id", "workflow", "number");

-- Index-only reads rest on pages that vacuum knows: here nothing but insertions would bring it.
alter table "run_number" set (autovacuum_vacuum_insert_scale_factor = 0.02);

-- 0: the numbers of this entry are not in run_number yet; 1: all of them are; 2: it has more than are kept.
alter table "run_search" add column "numbers" smallint not null default 0;
create index "run_search_numbers_idx" on "run_search" ("run_id") where "numbers" <> 1;

-- Ended runs by status, for the metrics: the status by which an entry is counted, and the counts themselves, in as many rows as there may be
-- writers at once. They are taken for right once the bookmark "run_count" is there (server/operations/search/run-counts.ts).
alter table "run_search" add column "counted" text;
create table "run_count" (
  "status" text not null,
  "bucket" smallint not null,
  "runs" bigint not null,
  constraint "run_count_pkey" primary key ("status", "bucket")
) with (fillfactor = 50);

-- The log is read again from its beginning: entries from before this migration get their numbers, and are counted.
delete from "bookmark" where "name" = 'run_search';
