-- Accounts, sessions and credentials as Better Auth keeps them. They belong to no owner: one account may be a member of
-- several. Their columns are spelled as the library spells them.
create table "user" (
  "id" text primary key,
  "name" text not null,
  "email" text not null unique,
  "emailVerified" boolean not null default false,
  "image" text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  "twoFactorEnabled" boolean default false,
  -- An administrator of the installation, whatever the memberships.
  "isInstallationAdmin" boolean not null default false
);
create table "session" (
  "id" text primary key,
  "expiresAt" timestamptz not null,
  "token" text not null unique,
  "createdAt" timestamptz not null default now(),
  -- The last request of the session, by the minute.
  "updatedAt" timestamptz not null default now(),
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references "user" ("id") on delete cascade,
  -- The owner in which the account acts; null until the first request.
  "chosenOwner" text
);
create index "session_expiresAt_idx" on "session" ("expiresAt");
create index "session_userId_idx" on "session" ("userId");
create table "account" (
  "id" text primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null references "user" ("id") on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index "account_userId_idx" on "account" ("userId");
create unique index "account_providerId_accountId_key" on "account" ("providerId", "accountId");
create table "verification" (
  "id" text primary key,
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index "verification_identifier_idx" on "verification" ("identifier");
create table "two_factor" (
  "id" text primary key,
  "secret" text not null,
  "backupCodes" text not null,
  "userId" text not null references "user" ("id") on delete cascade,
  "verified" boolean default true,
  "failedVerificationCount" integer default 0,
  "lockedUntil" timestamptz
);
create index "two_factor_userId_idx" on "two_factor" ("userId");
-- Codes of authenticator apps that have been used: each is good once only.
create table "used_code" (
  "user_id" text not null references "user" ("id") on delete cascade,
  "code" text not null,
  "at" timestamptz not null default now(),
  primary key ("user_id", "code")
);

-- Links that let their bearer set a password: the first administrator's, and that of an administrator who is locked out.
-- Only the SHA-256 of the token is stored.
create table "login_link" (
  "purpose" text primary key,
  "hash" text not null,
  "user_id" text references "user" ("id") on delete cascade,
  "tries" integer not null default 0,
  "expires_at" timestamptz not null
);

