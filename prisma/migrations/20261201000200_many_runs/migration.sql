-- One verb for many runs, done one after the other by the web process, and filters that people keep.
create table "bulk_operation" (
  "id" uuid not null,
  "owner_id" text not null,
  "actor" json not null,
  "verb" json not null,
  "filter" json,
  "total" integer not null,
  "done" integer not null default 0,
  "refused" integer not null default 0,
  "created_at" timestamptz(3) not null default current_timestamp,
  "cancelled_at" timestamptz(3),
  "ended_at" timestamptz(3),
  constraint "bulk_operation_pkey" primary key ("id")
);
create index "bulk_operation_owner_id_created_at_idx" on "bulk_operation" ("owner_id", "created_at" desc);
create index "bulk_operation_open_idx" on "bulk_operation" ("created_at") where "ended_at" is null;

create table "bulk_item" (
  "bulk_id" uuid not null,
  "place" integer not null,
  "run_id" uuid not null,
  "outcome" text,
  "status" text,
  "code" text,
  "message" text,
  "handled_at" timestamptz(3),
  constraint "bulk_item_pkey" primary key ("bulk_id", "place")
);
create index "bulk_item_open_idx" on "bulk_item" ("bulk_id", "place") where "outcome" is null;

create table "saved_view" (
  "id" uuid not null,
  "owner_id" text not null,
  "list" text not null,
  "name" text not null,
  "query" json not null,
  "shared" boolean not null default false,
  "created_by" text not null,
  "created_at" timestamptz(3) not null default current_timestamp,
  constraint "saved_view_pkey" primary key ("id")
);
create unique index "saved_view_owner_id_list_created_by_name_key" on "saved_view" ("owner_id", "list", "created_by", "name");
