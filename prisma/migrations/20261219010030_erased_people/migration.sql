-- People whose names have been, or are being, erased from the rows of an owner. The id stays and is given to nobody else.
-- Engines go through the runs in rounds: "cursor" is the last run of the round, "held" are runs that an engine had in
-- memory when their names were erased, each with that engine and its epoch.
create table "erased_person" (
  "owner_id" text not null,
  "person_id" text not null,
  "asked_by" text not null,
  "asked_at" timestamptz(3) not null default clock_timestamp(),
  "rounds" integer not null default 0,
  "cursor" uuid,
  "held" text[] not null default '{}',
  "done_at" timestamptz(3),
  primary key ("owner_id", "person_id")
);
create index "erased_person_asked_at_idx" on "erased_person" ("asked_at") where "done_at" is null;
