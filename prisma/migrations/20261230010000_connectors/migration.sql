-- Connectors: operations of an API, read from its OpenAPI document, which the picker of steps offers (server/connectors).
-- A step is a copy of its operation: no run reads this table.
create table "connector" (
  "owner_id" text not null,
  "name" text not null,
  -- Rises with every document.
  "version" integer not null,
  "title" text not null,
  -- The version that the document gives itself.
  "api_version" text not null,
  -- The address before the paths; null: that of the connection.
  "server" text,
  -- The connection that its steps name.
  "connection" text,
  "operations" jsonb not null,
  "updated_by" text not null,
  "updated_at" timestamptz(3) not null default now(),
  primary key ("owner_id", "name")
);
