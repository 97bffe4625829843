-- Locks of runs on named resources (server/engine/locks). A resource is a name of one owner; its row is made when it is
-- first locked, or when somebody gives it labels, and it is what the lock manager locks while it judges requests.
create table "resource" (
  "owner_id" text not null,
  "id" text not null,
  -- The part of the name before the colon.
  "kind" text not null,
  "labels" jsonb not null default '{}',
  -- The fencing token of the next exclusive lock.
  "next_token" bigint not null default 1,
  "first_seen_at" timestamptz(3) not null default clock_timestamp(),
  primary key ("owner_id", "id")
);
create index "resource_owner_id_kind_idx" on "resource" ("owner_id", "kind");

-- A run that waits for all of its resources together.
create table "lock_request" (
  "run_id" uuid primary key,
  "owner_id" text not null,
  "root_run_id" uuid not null,
  -- Number that the run gave it: the answers name it.
  "request" integer not null,
  "resources" text[] not null,
  "shared" text[] not null default '{}',
  "priority" integer not null,
  -- Place in the queue, in microseconds: the time of the request less a minute per step of priority.
  "position" bigint not null,
  "requested_at" timestamptz(3) not null default clock_timestamp(),
  "tries" integer not null default 0,
  "retry_note" text,
  "blocked_by" uuid[],
  -- No younger request that conflicts with it is granted before it.
  "reserved_at" timestamptz(3)
);
create index "lock_request_resources_idx" on "lock_request" using gin ("resources");
create index "lock_request_position_idx" on "lock_request" ("position");
create index "lock_request_owner_id_idx" on "lock_request" ("owner_id");

-- A granted lock. Locks belong to runs: the death of an engine changes nothing here.
create table "resource_lock" (
  "owner_id" text not null,
  "resource" text not null,
  "run_id" uuid not null,
  "root_run_id" uuid not null,
  -- exclusive or shared.
  "mode" text not null,
  -- Fencing token; 0 for a shared lock.
  "token" bigint not null,
  "since" timestamptz(3) not null default clock_timestamp(),
  -- The run ended unsafe, and keeps the lock until a person acknowledges or rolls back.
  "quarantined" boolean not null default false,
  primary key ("owner_id", "resource", "run_id")
);
create index "resource_lock_run_id_idx" on "resource_lock" ("run_id");

-- Resources that the conditions of a waiting run read: the run hears when one of them is given back.
create table "resource_watch" (
  "run_id" uuid primary key,
  "owner_id" text not null,
  "resources" text[] not null,
  "notified_at" timestamptz(3) not null default clock_timestamp()
);
create index "resource_watch_resources_idx" on "resource_watch" using gin ("resources");
create index "resource_watch_owner_id_idx" on "resource_watch" ("owner_id");
