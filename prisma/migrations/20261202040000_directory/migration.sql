-- Who may be asked: people, groups of them, and who is in which.
create table "person" (
  "owner_id" text not null,
  "id" text not null,
  "name" text not null,
  "manager" boolean not null default false,
  "created_at" timestamptz(3) not null default current_timestamp,
  constraint "person_pkey" primary key ("owner_id", "id")
);

create table "person_group" (
  "owner_id" text not null,
  "id" text not null,
  "name" text not null,
  "created_at" timestamptz(3) not null default current_timestamp,
  constraint "person_group_pkey" primary key ("owner_id", "id")
);

create table "group_member" (
  "owner_id" text not null,
  "group_id" text not null,
  "person_id" text not null,
  constraint "group_member_pkey" primary key ("owner_id", "person_id", "group_id"),
  constraint "group_member_owner_id_group_id_fkey" foreign key ("owner_id", "group_id")
    references "person_group" ("owner_id", "id") on delete cascade,
  constraint "group_member_owner_id_person_id_fkey" foreign key ("owner_id", "person_id")
    references "person" ("owner_id", "id") on delete cascade
);
create index "group_member_owner_id_group_id_idx" on "group_member" ("owner_id", "group_id");
