-- The version of the policies and grants: a program with an earlier one leaves them as they are.
alter table "row_security" add column "version" integer not null default 0;
