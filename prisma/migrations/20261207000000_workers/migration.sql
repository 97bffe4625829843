-- Which workers are there and what they serve, said again with every heartbeat. Unlogged: after a crash it fills again by itself.
create unlogged table worker (
  id text not null primary key,
  queues text[] not null,
  expires_at timestamptz(3) not null
);
