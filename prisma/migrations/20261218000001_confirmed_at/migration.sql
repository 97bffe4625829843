-- When the password was asked for again in the session; null: only at the login.
alter table "session" add column "confirmedAt" timestamptz;
