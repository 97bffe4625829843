-- The bytes of a run's history up to "seq" of its entry, for the quota of stored bytes of its owner. Null in entries of earlier versions, until
-- the removal of leftovers has measured them.
alter table "run_search" add column "bytes" bigint;
create index "run_search_owner_id_bytes_idx" on "run_search" ("owner_id") include ("bytes");
create index "run_search_unmeasured_idx" on "run_search" ("run_id") where "bytes" is null;
-- Runs that only start others: the quota of active runs counts their variants instead.
create index "run_variants_idx" on "run" ("id") where "variants" is not null;
