-- Variables: texts of one owner that every expression reads as `vars.NAME` (server/variables). A run records the values
-- that its definition names at its start, so a later change does not reach it.
create table "variable" (
  "owner_id" text not null,
  "name" text not null,
  "value" text not null,
  -- What it is for, for people.
  "description" text not null default '',
  "updated_by" text not null,
  "updated_at" timestamptz(3) not null default now(),
  primary key ("owner_id", "name")
);
