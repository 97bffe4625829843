-- The owner lets in nobody who logs in without a second factor.
alter table "owner" add column "second_factor_demanded" boolean not null default false;
