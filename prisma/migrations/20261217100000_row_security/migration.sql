-- The fingerprint of the policies and grants that a start has made (server/db/roles): a start with an equal one makes
-- none. The policies themselves are no migration: each start makes them for every table there is.
create table "row_security" (
  "id" text primary key,
  "fingerprint" text not null,
  "made_at" timestamptz(3) not null default now()
);

-- The owner of an item stands in its row: an operation and its items are written by one statement, so a policy that asked
-- the operation would not see it yet.
alter table "bulk_item" add column "owner_id" text;
update "bulk_item" i set "owner_id" = o."owner_id" from "bulk_operation" o where o."id" = i."bulk_id";
delete from "bulk_item" where "owner_id" is null;
alter table "bulk_item" alter column "owner_id" set not null;
