-- When a person asked for a mail once more that had been given up: the time until it is given up again begins there.
alter table "mail" add column "again_at" timestamptz(3);
