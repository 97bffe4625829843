-- Owners that `heddle owner move` has moved: from here to another database ('out'), or to here ('in'). A row of the second kind says, after
-- an interruption, that everything has arrived, and `content` has a sum of it. 'leaving' is written here before anything arrives there: no
-- process starts on a database that may have lost an owner. `database` names the other one for people, without its password; `identity`
-- is its system identifier and name.
create table "moved_owner" (
  "owner_id" text not null,
  "direction" text not null check ("direction" in ('in', 'out', 'leaving')),
  "database" text not null,
  "identity" text not null,
  "content" text,
  "moved_at" timestamptz(3) not null default clock_timestamp(),
  primary key ("owner_id", "direction")
);
