-- Triggers of type webhook: the address of their calls, and the latest call that was refused (server/triggers/hooks).
alter table "trigger"
  -- 32 random characters. Whoever knows the address may send calls; what they prove, the trigger says.
  add column "hook_id" text,
  add column "refused_at" timestamptz(3),
  add column "refused_reason" text;
create unique index "trigger_hook_id_key" on "trigger" ("hook_id") where "hook_id" is not null;
