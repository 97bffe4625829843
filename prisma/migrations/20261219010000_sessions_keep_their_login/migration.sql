-- When the session itself has shown the second factor of its account: at its login, or at a later confirmation. Until now
-- the account was asked, and a login of such an account was one with its code.
alter table "session" add column "secondFactorAt" timestamptz;
update "session" s set "secondFactorAt" = s."createdAt" from "user" u
 where u."id" = s."userId" and u."twoFactorEnabled" and s."provider" is null;

-- Logouts that providers have told of: a login that was under way meanwhile begins no session. `session_id` or `subject`
-- is the empty text where the provider names the other one alone.
create table "provider_logout" (
  "issuer" text not null,
  "session_id" text not null,
  "subject" text not null,
  "at" timestamptz not null default now(),
  primary key ("issuer", "session_id", "subject")
);
create index "provider_logout_at_idx" on "provider_logout" ("at");
