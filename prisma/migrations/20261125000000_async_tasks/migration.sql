-- Functions for workers. Rows live as long as their step waits; every change of one is an update or its removal.
create table async_task (
  run_id uuid not null,
  task_id text not null,
  owner_id text not null,
  workflow text not null,
  queue text not null,
  request text not null,
  idempotent boolean not null,
  silence_ms double precision,
  offered_at timestamptz(3) not null default current_timestamp,
  recoveries integer not null default 0,
  token uuid,
  worker_id text,
  claimed_at timestamptz(3),
  heartbeat_at timestamptz(3),
  fraction double precision,
  note text,
  constraint async_task_pkey primary key (run_id, task_id)
);
create unique index async_task_token_key on async_task (token);
create index async_task_queue_offered_at_idx on async_task (queue, offered_at);
create index async_task_heartbeat_at_idx on async_task (heartbeat_at);
