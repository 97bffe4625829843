-- The OpenID Connect provider of one owner, by which people log in to that owner alone (server/identity/own-provider).
create table "owner_provider" (
  "owner_id" text primary key,
  "name" text not null,
  "issuer" text not null,
  "client_id" text not null,
  -- Counts the changes. The ciphertext of the client secret is bound to it.
  "version" integer not null,
  "key_version" integer not null,
  "nonce" bytea not null,
  -- The client secret, under the data key of the owner for the web process.
  "web_ciphertext" bytea not null,
  "scopes" text not null,
  "groups_claim" text,
  "acr" text[] not null,
  "domains" text[] not null,
  "updated_by" text not null,
  "updated_at" timestamptz(3) not null default now()
);

-- The owner in which a session acts alone: its login was one by the owner's own provider. No change of the session leads
-- elsewhere.
alter table "session" add column "boundOwner" text;
alter table "session" add constraint "session_bound_owner"
  check ("boundOwner" is null or ("chosenOwner" is not null and "chosenOwner" = "boundOwner"));
create index "session_boundOwner_idx" on "session" ("boundOwner") where "boundOwner" is not null;
