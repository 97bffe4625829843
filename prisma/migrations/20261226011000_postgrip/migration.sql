-- Agents that speak PostGrip's protocol (server/api/postgrip) enqueue the commands of a body one by one while they hold its
-- delivery. They are gathered here, and recorded with the answer to the delivery.
alter table "async_task" add column "gathered" jsonb;
-- The Ed25519 public key, in base64, with which the agent's requests about tasks are signed; null: they are not.
alter table "agent" add column "signing_key" text;
