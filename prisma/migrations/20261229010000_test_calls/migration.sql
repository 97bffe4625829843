-- Test calls of webhooks (server/triggers/hooks/test-calls.ts): an address for a few minutes, and the one call that came to
-- it. Nothing is started by it.
create table "test_call" (
  -- 32 random characters: the address alone is the right to call it.
  "id" text primary key,
  "owner_id" text not null,
  "person_id" text not null,
  "workflow" text not null,
  "expires_at" timestamptz(3) not null,
  "called_at" timestamptz(3),
  -- Body, headers and parameters as JSON, or why the call was refused.
  "call" text
);
create index "test_call_owner_id_person_id_idx" on "test_call" ("owner_id", "person_id");
