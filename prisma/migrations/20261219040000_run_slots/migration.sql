-- The slots that runs hold, where an installation bounds how many runs may execute at once (server/engine/store/slots). A row
-- comes with the claim of a run and goes with its release, in the same transactions, so the slots in use are the rows.
create table "run_slot" (
  "run_id" uuid primary key,
  "owner_id" text not null,
  "taken_at" timestamptz(3) not null default clock_timestamp()
);
create index "run_slot_owner_id_idx" on "run_slot" ("owner_id");
