-- The slot that a waiting run asks for, where its workflow bounds how many runs work at the same time for a key
-- (core/definition/concurrency.ts): resource, limit, and what happens when all slots are taken. Null: none.
alter table "lock_request" add column "slot" jsonb;
