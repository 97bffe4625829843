-- Owners that `heddle owner move` has moved: from here to another database ('out'), or to here ('in'). A row of the second kind says, after
-- an interruption, that everything has arrived. `database` names the other one, without its password.
create table "moved_owner" (
  "owner_id" text not null,
  "direction" text not null check ("direction" in ('in', 'out')),
  "database" text not null,
  "moved_at" timestamptz(3) not null default clock_timestamp(),
  primary key ("owner_id", "direction")
);
