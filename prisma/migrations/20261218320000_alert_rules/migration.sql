-- What somebody is told of the runs of a workflow, and how.
create table "alert_rule" (
  "owner_id" text not null,
  "id" uuid not null,
  "workflow" text not null,
  -- failed: a root run fails; late: it has not ended `late_minutes` after its start; stuck: nothing has happened in it
  -- and below it for `stuck_minutes`. A null duration turns late or stuck off.
  "failed" boolean not null,
  "late_minutes" int,
  "stuck_minutes" int,
  -- Whether the receivers hear that such a run goes on or has ended well after all.
  "recovered" boolean not null default false,
  "people" text[] not null default '{}',
  "addresses" text[] not null default '{}',
  "webhook_url" text,
  -- The secret that signs calls, encrypted with a data key of the owner.
  "webhook_version" int not null default 0,
  "webhook_key_version" int,
  "webhook_nonce" bytea,
  "webhook_ciphertext" bytea,
  "time_zone" text not null default 'UTC',
  -- JSON of the QuietHours; null, and messages may go out at any time.
  "quiet" jsonb,
  "enabled" boolean not null default true,
  "created_by" text not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  -- The scans' cursors: runs that started before this instant have been looked at.
  "late_until" timestamptz(3),
  "stuck_until" timestamptz(3),
  constraint "alert_rule_pkey" primary key ("owner_id", "id")
);
create index "alert_rule_workflow_idx" on "alert_rule" ("owner_id", "workflow");

-- A run that has lived long enough to be stuck, for each rule, and when to look at it next.
create table "alert_watch" (
  "owner_id" text not null,
  "rule_id" uuid not null,
  "run_id" uuid not null,
  "look_at" timestamptz(3) not null,
  constraint "alert_watch_pkey" primary key ("owner_id", "rule_id", "run_id"),
  constraint "alert_watch_rule_fkey" foreign key ("owner_id", "rule_id")
    references "alert_rule" ("owner_id", "id") on delete cascade
);
create index "alert_watch_look_at_idx" on "alert_watch" ("look_at");
create index "alert_watch_run_id_idx" on "alert_watch" ("run_id");

-- Something that a rule tells: once for each cause. A message tells of all that have gathered.
create table "alert" (
  "owner_id" text not null,
  "rule_id" uuid not null,
  "run_id" uuid not null,
  -- failed, late, stuck, recovered or test.
  "event" text not null,
  -- The failure or standstill within the run.
  "cause" text not null,
  "workflow" text not null,
  -- JSON of code and step; no values of runs.
  "details" jsonb not null default '{}',
  "happened_at" timestamptz(3) not null,
  "due_at" timestamptz(3) not null,
  "batch_id" uuid,
  -- Until the run goes on or ends.
  "open" boolean not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  constraint "alert_pkey" primary key ("owner_id", "rule_id", "run_id", "event", "cause"),
  constraint "alert_rule_fkey" foreign key ("owner_id", "rule_id")
    references "alert_rule" ("owner_id", "id") on delete cascade
);
create index "alert_due_at_idx" on "alert" ("due_at") where "batch_id" is null;
create index "alert_open_idx" on "alert" ("run_id") where "open";
create index "alert_run_id_idx" on "alert" ("run_id");
create index "alert_batch_id_idx" on "alert" ("batch_id");
create index "alert_created_at_idx" on "alert" ("created_at");

-- The outbox of alerts: a message to one receiver keeps its id over all attempts.
create table "alert_message" (
  "id" uuid not null,
  "owner_id" text not null,
  "rule_id" uuid not null,
  "batch_id" uuid not null,
  -- person, address or webhook; the receiver is the id of the person, the address, or empty.
  "channel" text not null,
  "receiver" text not null,
  -- waiting, sent, dropped (nobody is there to receive it) or failed (given up).
  "state" text not null default 'waiting',
  "attempts" int not null default 0,
  "due_at" timestamptz(3) not null default clock_timestamp(),
  -- When it was made, or asked for once more: the time until it is given up begins there.
  "since" timestamptz(3) not null default clock_timestamp(),
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "ended_at" timestamptz(3),
  "reason" text,
  constraint "alert_message_pkey" primary key ("id"),
  constraint "alert_message_rule_fkey" foreign key ("owner_id", "rule_id")
    references "alert_rule" ("owner_id", "id") on delete cascade
);
create index "alert_message_due_at_idx" on "alert_message" ("due_at") where "state" = 'waiting';
create index "alert_message_rule_id_created_at_idx" on "alert_message" ("owner_id", "rule_id", "created_at" desc);
create index "alert_message_ended_at_idx" on "alert_message" ("ended_at");
