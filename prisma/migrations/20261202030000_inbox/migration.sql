-- What people do with a task beside deciding it, and what its author says about it beside the form.
alter table "human_task"
  add column "instructions" text,
  add column "queue" text,
  add column "priority" smallint not null default 50,
  add column "fields" json,
  add column "requested_by" text,
  add column "approvals_required" smallint not null default 1,
  add column "approvals" jsonb,
  add column "escalated_to" text[],
  add column "escalated_at" timestamptz(3),
  add column "reminders" smallint not null default 0,
  add column "reminded_at" timestamptz(3),
  add column "held_by" text,
  add column "held_by_name" text,
  add column "held_at" timestamptz(3),
  add column "delegates" text[],
  add column "follow_up_at" timestamptz(3),
  add column "decided_by_name" text;

-- The orders of the lists. What is due never comes last.
create index "human_task_open_due_idx" on "human_task"
  ((coalesce("due_at", '9999-12-31T00:00:00.000Z')), "opened_at", "id") where "status" = 'open';
create index "human_task_open_age_idx" on "human_task" ("opened_at", "id") where "status" = 'open';
create index "human_task_open_priority_idx" on "human_task"
  ((-"priority"), (coalesce("due_at", '9999-12-31T00:00:00.000Z')), "opened_at", "id") where "status" = 'open';
create index "human_task_done_idx" on "human_task" ("closed_at" desc, "opened_at" desc, "id" desc) where "status" <> 'open';
create index "human_task_open_root_run_id_idx" on "human_task" ("root_run_id") where "status" = 'open';

-- Everything that people did with tasks, each once by its operation id; decisions are in the log of the run.
create table "task_event" (
  "operation_id" uuid not null,
  "task_id" uuid not null,
  "run_id" uuid not null,
  "kind" text not null,
  "actor" text not null,
  "actor_name" text not null,
  -- To whom, until when, in what words.
  "details" json not null,
  "at" timestamptz(3) not null default clock_timestamp(),
  constraint "task_event_pkey" primary key ("operation_id")
);
create index "task_event_task_id_at_idx" on "task_event" ("task_id", "at");
create index "task_event_run_id_idx" on "task_event" ("run_id");
