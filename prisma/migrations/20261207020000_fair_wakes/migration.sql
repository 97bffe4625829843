-- An owner's woken runs stand behind one another in the queue: where the last of them stands is looked up in this index, which
-- runs that start are not in.
alter table "ready" add column "woken" boolean not null default false;
create index "ready_woken_idx" on "ready" ("owner_id", "position") where "woken";
