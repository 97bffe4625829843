-- How long an owner keeps ended runs: of one workflow, or of all that have no setting of their own (workflow "").
-- Null days: for ever, within the bound of the installation. Without a row the setting of the installation applies.
create table "retention_setting" (
  "owner_id" text not null,
  "workflow" text not null,
  "days" integer,
  "updated_by" text not null,
  "updated_at" timestamptz(3) not null default now(),
  primary key ("owner_id", "workflow")
);
