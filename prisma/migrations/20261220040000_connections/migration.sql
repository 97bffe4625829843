-- Connections: credentials with their receiver, which steps name (server/secrets/connections).
--
-- The web process encrypts the secrets and cannot select "ciphertext" and "token". The engine decrypts them, and writes
-- the last use, the token of OAuth 2.0 and the answer of a test.
create table "connection" (
  "owner_id" text not null,
  "name" text not null,
  "kind" text not null,
  -- Counts the values of the secrets under this name.
  "version" integer not null default 1,
  -- The fields that are no secrets.
  "settings" jsonb not null,
  -- The names of the fields that are encrypted.
  "secret_fields" text[] not null default '{}',
  -- Workflows that may use it; empty: all of the owner.
  "workflows" text[] not null default '{}',
  "key_version" integer not null,
  "nonce" bytea not null,
  "ciphertext" bytea not null,
  -- The access token of OAuth 2.0 with its refresh token, encrypted; null before the first one and after a change.
  "token_key_version" integer,
  "token_nonce" bytea,
  "token" bytea,
  "created_by" text not null,
  "created_at" timestamptz(3) not null default now(),
  "updated_by" text not null,
  "updated_at" timestamptz(3) not null default now(),
  "last_used_at" timestamptz(3),
  -- A test that an engine has not answered yet, and the answer of the last one.
  "test_asked_at" timestamptz(3),
  "tested_at" timestamptz(3),
  "test_passed" boolean,
  "test_message" text,
  primary key ("owner_id", "name")
);
create index "connection_test_asked_at_idx" on "connection" ("test_asked_at") where "test_asked_at" is not null;
