-- Large values, apart from the histories in which they occur: once for each owner, whatever refers to them.
create table payload (
  owner_id text not null,
  sha256 text not null,
  bytes int not null,
  -- JSON.
  value text not null,
  -- When it was last stored: what nobody refers to any more is removed a day later.
  kept_at timestamptz(3) not null default clock_timestamp(),
  primary key (owner_id, sha256)
);
create index payload_kept_at_idx on payload (kept_at);

-- Which runs refer to them.
create table payload_use (
  run_id uuid not null,
  owner_id text not null,
  sha256 text not null,
  primary key (run_id, sha256)
);
create index payload_use_owner_id_sha256_idx on payload_use (owner_id, sha256);
