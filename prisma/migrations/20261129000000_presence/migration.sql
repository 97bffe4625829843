-- Who has which draft open, said again every few seconds. Unlogged: after a crash it fills again by itself.
create unlogged table presence (
  owner_id text not null,
  workflow text not null,
  session_id uuid not null,
  actor_id text not null,
  name text,
  steps text[] not null,
  seen_at timestamptz(3) not null default now(),
  primary key (owner_id, workflow, session_id)
);
