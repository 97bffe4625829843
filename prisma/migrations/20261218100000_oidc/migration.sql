-- A session that began with a login at an identity provider: its issuer, its id there, and the ID token by which the
-- logout there names it. Null for a login by password.
alter table "session" add column "provider" text;
alter table "session" add column "providerSession" text;
alter table "session" add column "idToken" text;
create index "session_provider_providerSession_idx" on "session" ("provider", "providerSession");
