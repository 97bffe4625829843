-- The next items of an operation are found in their order, and those above a run by it, however many there are.
drop index "bulk_item_open_idx";
create index "bulk_item_open_idx" on "bulk_item" ("bulk_id", "handled_at" nulls first, "place") where "outcome" is null;
create index "bulk_item_bulk_id_run_id_idx" on "bulk_item" ("bulk_id", "run_id");
