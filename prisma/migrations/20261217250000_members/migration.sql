-- Roles that a member holds because of the groups or roles that the login told (see group_mapping). They are among "roles",
-- which stays the whole set, and are replaced at each login.
alter table "member" add column "claimed_roles" text[] not null default '{}';

-- Where a membership of a group comes from: 'manual', or 'oidc', which each login replaces.
alter table "group_member" add column "source" text not null default 'manual';

-- Invitations to become a member of an owner. Only the SHA-256 of the link's token is stored. An invitation with a person
-- gives a login to somebody of the directory; one without adds a person. "invited_by" is an id of the owner's person, and
-- "invited_by_user" the account of an administrator of the installation, who is no member.
create table "invite" (
  "owner_id" text not null references "owner" ("id"),
  "id" uuid not null default gen_random_uuid(),
  "sha256" text not null,
  "email" text,
  "person_id" text,
  "roles" text[] not null,
  "groups" text[] not null default '{}',
  "invited_by" text not null,
  "invited_by_name" text not null,
  "invited_by_user" text,
  "created_at" timestamptz(3) not null default now(),
  "expires_at" timestamptz(3) not null,
  "used_at" timestamptz(3),
  "used_by" text,
  "revoked_at" timestamptz(3),
  primary key ("owner_id", "id")
);
create unique index "invite_sha256_key" on "invite" ("sha256");

-- The times for which an administrator of the installation has entered an owner. Its members see them.
create table "owner_entry" (
  "owner_id" text not null references "owner" ("id"),
  "id" uuid not null default gen_random_uuid(),
  "session_id" text not null,
  "user_id" text not null,
  "name" text not null,
  "reason" text not null,
  "entered_at" timestamptz(3) not null default now(),
  "until" timestamptz(3) not null,
  primary key ("owner_id", "id")
);
create index "owner_entry_session_id_idx" on "owner_entry" ("session_id");
create index "owner_entry_owner_id_entered_at_idx" on "owner_entry" ("owner_id", "entered_at" desc);

-- What a claim of a login gives: membership of a group, or a role.
create table "group_mapping" (
  "owner_id" text not null references "owner" ("id"),
  "claim" text not null,
  "kind" text not null,
  "target" text not null,
  primary key ("owner_id", "claim", "kind", "target")
);
