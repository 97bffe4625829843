-- Triggers: what starts runs of a workflow by itself (server/triggers). Publishing writes the rows of a definition.
create table "trigger" (
  "id" uuid primary key,
  "owner_id" text not null,
  "workflow" text not null,
  -- Unique in the workflow. A trigger that comes back under its name is the same one.
  "name" text not null,
  "type" text not null,
  -- The trigger as the definition has it.
  "spec" jsonb not null,
  -- Schedules: planned instants up to here have their firings, or are none of this trigger.
  "handled_until" timestamptz(3) not null default clock_timestamp(),
  -- The next planned instant; null while the trigger is paused or removed, or is no schedule.
  "next_at" timestamptz(3),
  "paused_at" timestamptz(3),
  "paused_by" text,
  -- The definition of the latest version has it no more.
  "removed_at" timestamptz(3),
  "created_at" timestamptz(3) not null default clock_timestamp()
);
create unique index "trigger_owner_id_workflow_name_key" on "trigger" ("owner_id", "workflow", "name");
create index "trigger_next_at_idx" on "trigger" ("next_at") where "next_at" is not null;

-- What a trigger has started, or why it has not. The key makes a firing unique: its planned instant, or one of its own.
create table "trigger_firing" (
  "trigger_id" uuid not null references "trigger" ("id") on delete cascade,
  "key" text not null,
  "owner_id" text not null,
  -- planned, caught_up, backfill or manual.
  "cause" text not null,
  -- skip, queue or allow: what happens while an earlier run of the trigger still runs.
  "overlap" text not null default 'allow',
  "planned_at" timestamptz(3) not null,
  -- When it may start: jitter, or the next look at a run that it waits for.
  "due_at" timestamptz(3) not null,
  -- waiting, started, skipped or failed.
  "state" text not null default 'waiting',
  "reason" text,
  "run_id" uuid,
  -- Its run has not been seen to have ended.
  "open" boolean not null default false,
  -- Who started it by hand.
  "asked_by" text,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "ended_at" timestamptz(3),
  primary key ("trigger_id", "key")
);
create index "trigger_firing_due_at_idx" on "trigger_firing" ("due_at") where "state" = 'waiting';
create index "trigger_firing_open_idx" on "trigger_firing" ("trigger_id") where "open";
create index "trigger_firing_owner_id_planned_at_idx" on "trigger_firing" ("owner_id", "planned_at" desc);
create index "trigger_firing_trigger_id_planned_at_idx" on "trigger_firing" ("trigger_id", "planned_at" desc);
create index "trigger_firing_run_id_idx" on "trigger_firing" ("run_id") where "run_id" is not null;
