-- The processes of the installation: each says what must be equal in a fleet. A row without a renewal is gone.
create table "fleet_process" (
  "id" text primary key,
  "kind" text not null check ("kind" in ('engine', 'web', 'worker')),
  "host" text not null,
  "pid" integer not null,
  "version" text not null,
  -- The number of the vocabulary of events and rows that it understands.
  "speaks" smallint not null,
  -- The hash of its functions folders, and the settings that every process needs equal, by name.
  "functions" text not null,
  "settings" jsonb not null,
  "started_at" timestamptz(3) not null default now(),
  "expires_at" timestamptz(3) not null
);

-- The process of a registration: by this id, a supervisor ends the lease of an engine that is gone.
alter table "engine" add column "process_id" text;
