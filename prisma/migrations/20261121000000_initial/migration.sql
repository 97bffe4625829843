create table "workflow" (
  "owner_id" text not null,
  "name" text not null,
  "description" text,
  "latest_version" integer not null default 0,
  "archived_at" timestamptz(3),
  "created_at" timestamptz(3) not null default current_timestamp,
  "updated_at" timestamptz(3) not null default current_timestamp,
  constraint "workflow_pkey" primary key ("owner_id", "name")
);

create table "definition" (
  "owner_id" text not null,
  "name" text not null,
  "version" integer not null,
  "hash" text not null,
  "label" text,
  "text" text not null,
  "compiled" jsonb not null,
  "message" text,
  "author" text not null,
  "created_at" timestamptz(3) not null default current_timestamp,
  constraint "definition_pkey" primary key ("owner_id", "name", "version")
);

create table "draft" (
  "owner_id" text not null,
  "name" text not null,
  "text" text not null,
  "revision" integer not null default 1,
  "base_version" integer not null default 0,
  "updated_by" text not null,
  "updated_at" timestamptz(3) not null default current_timestamp,
  constraint "draft_pkey" primary key ("owner_id", "name")
);

create table "run" (
  "id" uuid not null,
  "owner_id" text not null,
  "data_region" text not null,
  "workflow" text not null,
  "version" integer not null,
  "parent_run_id" uuid,
  "parent_step" text,
  "root_run_id" uuid not null,
  "depth" integer not null default 0,
  "tags" text[],
  "priority" integer not null default 0,
  "idempotency_key" text,
  "created_by" text not null,
  "created_at" timestamptz(3) not null default current_timestamp,
  constraint "run_pkey" primary key ("id")
);
create unique index "run_owner_id_idempotency_key_key" on "run" ("owner_id", "idempotency_key");
create index "run_parent_run_id_idx" on "run" ("parent_run_id");
create index "run_root_run_id_idx" on "run" ("root_run_id");
create index "run_owner_id_workflow_id_idx" on "run" ("owner_id", "workflow", "id" desc);

-- Updated in place at every flush: room in the page keeps those updates HOT.
create table "run_state" (
  "run_id" uuid not null,
  "owner_id" text not null,
  "engine_id" text,
  "engine_epoch" bigint not null default 0,
  "seq" integer not null default 0,
  "mail_seq" bigint not null default 0,
  "status" text not null,
  "phase" text not null,
  "held" boolean not null default false,
  "pending" boolean not null default true,
  "current_steps" text[],
  "error_code" text,
  "error_message" text,
  "error_step" text,
  "human_wait" jsonb,
  "started_at" timestamptz(3),
  "ended_at" timestamptz(3),
  "updated_at" timestamptz(3) not null default current_timestamp,
  constraint "run_state_pkey" primary key ("run_id")
) with (fillfactor = 70);
create index "run_state_owner_id_status_run_id_idx" on "run_state" ("owner_id", "status", "run_id" desc);
create index "run_state_engine_id_idx" on "run_state" ("engine_id") where "engine_id" is not null;

-- Events are JSON text: stored as they are, so that nothing that a step returned can be refused at the commit.
create table "run_log" (
  "run_id" uuid not null,
  "seq" integer not null,
  "engine_epoch" bigint not null,
  "append_id" uuid not null,
  "events" text not null,
  "at" timestamptz(3) not null default statement_timestamp(),
  "xid" bigint not null default (pg_current_xact_id()::text::bigint),
  constraint "run_log_pkey" primary key ("run_id", "seq")
);
create index "run_log_xid_idx" on "run_log" ("xid");

create table "ready" (
  "run_id" uuid not null,
  "owner_id" text not null,
  "priority" integer not null default 0,
  "position" bigint not null default 0,
  "created_at" timestamptz(3) not null default current_timestamp,
  constraint "ready_pkey" primary key ("run_id")
);
create index "ready_position_idx" on "ready" ("position");

create table "mailbox" (
  "id" bigserial not null,
  "run_id" uuid not null,
  "operation_id" uuid,
  "command" text not null,
  "reply" jsonb,
  "created_at" timestamptz(3) not null default current_timestamp,
  "handled_at" timestamptz(3),
  constraint "mailbox_pkey" primary key ("id")
);
create unique index "mailbox_operation_id_key" on "mailbox" ("operation_id");
create index "mailbox_open_idx" on "mailbox" ("run_id", "id") where "handled_at" is null;

create table "timer" (
  "run_id" uuid not null,
  "timer_id" text not null,
  "due_at" timestamptz(3) not null,
  constraint "timer_pkey" primary key ("run_id", "timer_id")
);
create index "timer_due_at_idx" on "timer" ("due_at");

create table "human_task" (
  "id" uuid not null,
  "owner_id" text not null,
  "run_id" uuid not null,
  "root_run_id" uuid not null,
  "workflow" text not null,
  "version" integer not null,
  "step" text not null,
  "iteration" integer not null,
  "title" text not null,
  "form" jsonb,
  "assignees" text[],
  "groups" text[],
  "excluded" text[],
  "status" text not null default 'open',
  "revision" integer not null default 1,
  "due_at" timestamptz(3),
  "opened_at" timestamptz(3) not null,
  "closed_at" timestamptz(3),
  "decided_by" text,
  "decision" jsonb,
  constraint "human_task_pkey" primary key ("id")
);
create index "human_task_owner_id_status_opened_at_idx" on "human_task" ("owner_id", "status", "opened_at");
create index "human_task_run_id_idx" on "human_task" ("run_id");

-- Epochs only grow: each registration of an engine takes the next one.
create sequence "engine_epoch" as bigint;

create table "engine" (
  "id" text not null,
  "epoch" bigint not null,
  "pid" integer not null,
  "host" text not null,
  "started_at" timestamptz(3) not null default current_timestamp,
  "lease_expires_at" timestamptz(3) not null,
  "alone" text,
  constraint "engine_pkey" primary key ("id")
);

create table "snapshot" (
  "run_id" uuid not null,
  "seq" integer not null,
  "state" text not null,
  constraint "snapshot_pkey" primary key ("run_id")
);
