-- What an engine counts, as JSON of its metrics: whoever is asked for them finds those of every engine here.
alter table "engine" add column "metrics" json;

-- Finished runs by age, for whatever removes them. A run ends with a change of its status, which is indexed
-- as well: the updates between its steps stay HOT.
create index "run_state_ended_at_idx" on "run_state" ("ended_at", "run_id") where "ended_at" is not null;

-- Answered commands by age; their reply is asked for within a day.
create index "mailbox_handled_at_idx" on "mailbox" ("handled_at") where "handled_at" is not null;

-- The log rows in which a run failed, in commit order. Rows that say it elsewhere, in somebody's data, are sorted out by their reader.
create index "run_log_failure_idx" on "run_log" ("xid")
  where "events" like '%"workflow.run.failed"%' or "events" like '%"cause":"fail_fast"%';

-- How far a reader of the log has come: the first transaction that it has not read.
create table "bookmark" (
  "name" text not null,
  "xid" bigint not null,
  constraint "bookmark_pkey" primary key ("name")
);

-- Failures that somebody outside is still to be told of. `seq` is that of the log row.
create table "failure_notice" (
  "run_id" uuid not null,
  "seq" integer not null,
  "attempts" integer not null default 0,
  "due_at" timestamptz(3) not null default clock_timestamp(),
  "created_at" timestamptz(3) not null default clock_timestamp(),
  constraint "failure_notice_pkey" primary key ("run_id", "seq")
);
create index "failure_notice_due_at_idx" on "failure_notice" ("due_at");
