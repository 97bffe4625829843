-- The owner that the account chose last: a new session begins there.
alter table "user" add column "lastOwner" text;
