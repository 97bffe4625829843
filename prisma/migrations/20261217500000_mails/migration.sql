-- The address for mail to a person; null, and nothing is sent to them.
alter table "person" add column "email" text;

-- What a person wants to hear of by mail. Without a row: everything, at most one mail within some minutes.
create table "notification_setting" (
  "owner_id" text not null,
  "person_id" text not null,
  "kinds" text[] not null,
  -- The shortest time between two mails: minutes, hour or day; off, and there are none.
  "pace" text not null default 'minutes',
  "time_zone" text not null default 'UTC',
  -- JSON of the QuietHours; null, and mail may come at any time.
  "quiet" jsonb,
  "updated_at" timestamptz(3) not null default now(),
  constraint "notification_setting_pkey" primary key ("owner_id", "person_id"),
  constraint "notification_setting_person_fkey" foreign key ("owner_id", "person_id")
    references "person" ("owner_id", "id") on delete cascade
);

-- Something that a person is to be told, once for each cause. A mail tells of all that have gathered.
create table "mail_notice" (
  "owner_id" text not null,
  "person_id" text not null,
  "cause" text not null,
  "kind" text not null,
  "task_id" uuid,
  "run_id" uuid,
  -- JSON of what the kind needs beside the task; no values of runs.
  "details" jsonb,
  "happened_at" timestamptz(3) not null,
  -- When the notice may become part of a mail.
  "due_at" timestamptz(3) not null default clock_timestamp(),
  "mail_id" uuid,
  constraint "mail_notice_pkey" primary key ("owner_id", "person_id", "cause")
);
create index "mail_notice_due_at_idx" on "mail_notice" ("due_at") where "mail_id" is null;
create index "mail_notice_mail_id_idx" on "mail_notice" ("mail_id");
create index "mail_notice_run_id_idx" on "mail_notice" ("run_id");

-- The outbox: a mail keeps its id, and with it its Message-ID, over all attempts.
create table "mail" (
  "id" uuid not null,
  "owner_id" text not null,
  "person_id" text not null,
  "kind" text not null,
  -- waiting, sent, dropped (there was nothing to tell any more) or failed (given up).
  "state" text not null default 'waiting',
  "attempts" int not null default 0,
  "due_at" timestamptz(3) not null default clock_timestamp(),
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "ended_at" timestamptz(3),
  -- Why it was dropped, or what the last attempt met.
  "reason" text,
  constraint "mail_pkey" primary key ("id")
);
create index "mail_due_at_idx" on "mail" ("due_at") where "state" = 'waiting';
create index "mail_owner_id_person_id_created_at_idx" on "mail" ("owner_id", "person_id", "created_at" desc);
create index "mail_failed_idx" on "mail" ("owner_id", "created_at" desc) where "state" = 'failed';
create index "mail_ended_at_idx" on "mail" ("ended_at");
