-- Whether the ID token by which the session began proves a second factor.
alter table "session" add column "secondFactorProven" boolean not null default false;
