-- The identity of the request that was sent with an idempotency key or an operation id: a digest of each of its fields, as JSON
-- (server/request-identity.ts). Null where there was no key, and in rows of earlier versions.
alter table "run" add column "request_identity" text;
alter table "mailbox" add column "request_identity" text;
alter table "bulk_operation" add column "request_identity" text;

-- An idempotency key is the property of the person who sends it: the same key of two people starts two runs. Runs without a
-- key, children among them, are not in the index.
create unique index "run_idempotency_key_idx" on "run" ("owner_id", "idempotency_key", "created_by")
  where "idempotency_key" is not null;
drop index "run_owner_id_idempotency_key_key";
