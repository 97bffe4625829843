-- The audit is listed by time, the newest first, with each of its filters.
drop index "audit_owner_id_id_idx";
drop index "audit_owner_id_actor_id_id_idx";
drop index "audit_owner_id_action_id_idx";
drop index "audit_owner_id_target_id_idx";
create index "audit_owner_id_at_idx" on "audit" ("owner_id", "at" desc, "id" desc);
create index "audit_owner_id_actor_id_at_idx" on "audit" ("owner_id", "actor_id", "at" desc, "id" desc);
create index "audit_owner_id_action_at_idx" on "audit" ("owner_id", "action", "at" desc, "id" desc);
create index "audit_owner_id_target_at_idx" on "audit" ("owner_id", "target" text_pattern_ops, "at" desc, "id" desc);
-- Most rows are of what was done.
create index "audit_outcome_idx" on "audit" ("owner_id", "outcome", "at" desc, "id" desc) where "outcome" <> 'done';
