-- The audit is filtered by the beginning of a target.
drop index "audit_owner_id_target_id_idx";
create index "audit_owner_id_target_id_idx" on "audit" ("owner_id", "target" text_pattern_ops, "id" desc);
