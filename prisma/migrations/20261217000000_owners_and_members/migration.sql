-- Owners are the tenants. Every row with an owner_id belongs to one of them; local mode has the owner "local".
create table "owner" (
  "id" text primary key,
  "name" text not null,
  "region" text not null default 'local',
  "status" text not null default 'active',
  "created_at" timestamptz(3) not null default now()
);
insert into "owner" ("id", "name") values ('local', 'Local');

-- A member is a person or a service of an owner, with roles. user_id is the account that logs in as this person.
create table "member" (
  "owner_id" text not null references "owner" ("id"),
  "person_id" text not null,
  "user_id" text,
  "kind" text not null default 'person',
  "roles" text[] not null default '{}',
  "status" text not null default 'active',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  primary key ("owner_id", "person_id")
);
create unique index "member_owner_id_user_id_key" on "member" ("owner_id", "user_id");
create index "member_user_id_idx" on "member" ("user_id");
