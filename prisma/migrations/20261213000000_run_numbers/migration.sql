-- Numbers by which runs are compared: how long they took, since when they are open, and the numbers in their input and state.
-- Written with the index of runs (server/operations/search), never by the engine's commits.
create table "run_number" (
  "run_id" uuid not null,
  "owner_id" text not null,
  "key" bigint not null,
  "number" double precision not null,
  constraint "run_number_pkey" primary key ("run_id", "key", "number")
);
create index "run_number_key_owner_id_number_run_id_idx" on "run_number" ("key", "owner_id", "number", "run_id");

-- 0: the numbers of this entry are not in run_number yet; 1: all of them are; 2: it has more than are kept.
alter table "run_search" add column "numbers" smallint not null default 0;
create index "run_search_numbers_idx" on "run_search" ("run_id") where "numbers" <> 1;

-- The log is read again from its beginning: entries from before this migration get their numbers.
delete from "bookmark" where "name" = 'run_search';
