-- Webhooks: addresses of an owner that get the domain events of its runs (server/webhooks).
create table "webhook" (
  "id" uuid primary key,
  "owner_id" text not null,
  "url" text not null,
  -- Kinds, and prefixes such as workflow.run.*; empty: all kinds.
  "event_filter" text[] not null default '{}',
  "active" boolean not null default true,
  "max_retries" integer not null,
  -- Why Heddle turned it off; null when it is on, or a person turned it off.
  "disabled_reason" text,
  -- The first failure since the last success.
  "failing_since" timestamptz(3),
  -- Events before this are not sent: the webhook did not exist, or was off.
  "active_since" timestamptz(3) not null default clock_timestamp(),
  "created_by" text not null,
  "created_at" timestamptz(3) not null default clock_timestamp()
);
create index "webhook_owner_id_idx" on "webhook" ("owner_id");

-- The secrets that sign. After a rotation the former one signs as well, until it expires. Encrypted as stored secrets are.
create table "webhook_secret" (
  "webhook_id" uuid not null references "webhook" ("id") on delete cascade,
  "version" integer not null,
  "owner_id" text not null,
  "key_version" integer not null,
  "nonce" bytea not null,
  "ciphertext" bytea not null,
  "expires_at" timestamptz(3),
  primary key ("webhook_id", "version")
);

-- One event for one webhook. The body is made of the log when it is sent.
create table "webhook_delivery" (
  "id" uuid primary key,
  "owner_id" text not null,
  "webhook_id" uuid not null references "webhook" ("id") on delete cascade,
  -- The sequence that it belongs to: its run, or the delivery itself when it was asked for again.
  "lane" uuid not null,
  -- Null for a test.
  "run_id" uuid,
  "seq" integer not null,
  "kind" text not null,
  -- waiting, delivered, failed, or dropped: the webhook was turned off.
  "state" text not null default 'waiting',
  "attempts" integer not null default 0,
  -- Of the last attempt.
  "status_code" integer,
  "error" text,
  "duration_ms" integer,
  "body_sha256" text,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "attempted_at" timestamptz(3),
  "ended_at" timestamptz(3)
);
create index "webhook_delivery_lane_idx" on "webhook_delivery" ("webhook_id", "lane", "seq") where "state" = 'waiting';
create index "webhook_delivery_webhook_id_created_at_idx" on "webhook_delivery" ("webhook_id", "created_at" desc, "id" desc);
create index "webhook_delivery_run_id_idx" on "webhook_delivery" ("run_id");
create index "webhook_delivery_ended_at_idx" on "webhook_delivery" ("ended_at");

-- The deliveries of one run to one webhook go out one after the other: whoever holds the lane sends them.
create table "webhook_lane" (
  "webhook_id" uuid not null references "webhook" ("id") on delete cascade,
  "lane" uuid not null,
  "owner_id" text not null,
  -- Deliveries that wait.
  "pending" integer not null,
  -- When the next attempt is due; while an engine sends, when another one may take over.
  "next_at" timestamptz(3) not null,
  primary key ("webhook_id", "lane")
);
create index "webhook_lane_due_idx" on "webhook_lane" ("webhook_id", "next_at") where "pending" > 0;
