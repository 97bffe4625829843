-- Counts of attempts to log in, to set up and to accept an invitation, by digests of account and address. The columns
-- are those of rate-limiter-flexible. The rows belong to no owner: they are counted before anybody is known.
CREATE TABLE "attempt" (
  "key" text PRIMARY KEY,
  "points" integer NOT NULL DEFAULT 0,
  "expire" bigint
);
