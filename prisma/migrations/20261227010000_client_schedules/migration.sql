-- Schedules that clients of PostGrip's protocol have made (server/api/postgrip): what they asked for, as they read it
-- again. Null: the trigger is one of the definition, and publishing changes it.
alter table "trigger" add column "client_spec" jsonb;
-- Such a schedule is named by its id alone.
create unique index "trigger_client_id_key" on "trigger" ("owner_id", "name")
  where "client_spec" is not null and "removed_at" is null;
