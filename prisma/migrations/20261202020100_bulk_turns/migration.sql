-- Operations over many runs take turns, and one whose runs do not answer pauses; a run that was done again says as which.
alter table "bulk_operation" add column "resume_at" timestamptz(3) not null default current_timestamp;
drop index "bulk_operation_open_idx";
create index "bulk_operation_open_idx" on "bulk_operation" ("resume_at") where "ended_at" is null;
alter table "bulk_item" add column "new_run_id" uuid;
