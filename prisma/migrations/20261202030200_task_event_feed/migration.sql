-- Who looks at a task hears of what people do with it as of what engines do: in commit order, by the writing transaction.
alter table "task_event" add column "xid" bigint not null default (pg_current_xact_id()::text::bigint);
create index "task_event_xid_idx" on "task_event" ("xid");
