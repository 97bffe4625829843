-- Stored secrets, encrypted with a data key of their owner, which the master key wraps (server/secrets).
--
-- Grants by column: the web process encrypts, and reads back only what its own secrets ("use" web) need. It may insert,
-- update and delete rows, and select every column but "secret"."ciphertext". The engine selects all, and updates
-- "last_used_at". "data_key" and "secret_revision" have no such column: the keys in them are wrapped.
create table "secret" (
  "owner_id" text not null,
  "name" text not null,
  -- Counts the values under this name.
  "version" integer not null default 1,
  "use" text not null default 'engine',
  -- Who may receive the value: origins of requests, and the word functions.
  "origins" text[] not null,
  -- Workflows that may use it; empty: all of the owner.
  "workflows" text[] not null default '{}',
  "key_version" integer not null,
  "nonce" bytea not null,
  -- Of an engine's secret, and of one that the web process uses. The last 16 bytes are the tag of AES-256-GCM.
  "ciphertext" bytea,
  "web_ciphertext" bytea,
  "created_by" text not null,
  "created_at" timestamptz(3) not null default now(),
  "updated_by" text not null,
  "updated_at" timestamptz(3) not null default now(),
  "last_used_at" timestamptz(3),
  primary key ("owner_id", "name"),
  constraint "secret_use" check (
    ("use" = 'engine' and "ciphertext" is not null and "web_ciphertext" is null)
    or ("use" = 'web' and "ciphertext" is null and "web_ciphertext" is not null)
  ),
  constraint "secret_origins" check (cardinality("origins") > 0)
);

-- A key that encrypts the secrets of one owner for one use. The master key named by its fingerprint wraps it.
create table "data_key" (
  "owner_id" text not null,
  "use" text not null,
  "version" integer not null,
  "master_key" text not null,
  "nonce" bytea not null,
  "wrapped" bytea not null,
  "created_at" timestamptz(3) not null default now(),
  "wrapped_at" timestamptz(3) not null default now(),
  primary key ("owner_id", "use", "version")
);
create index "data_key_master_key_idx" on "data_key" ("master_key");

-- Counts the changes of the secrets of an owner, so that an engine notices them by reading one row.
create table "secret_revision" (
  "owner_id" text primary key,
  "revision" bigint not null
);
