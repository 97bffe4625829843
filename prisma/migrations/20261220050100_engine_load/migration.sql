-- What an engine has to do, renewed with its lease: eager starts go to one of the least busy engines.
alter table "engine" add column "held" integer not null default 0;
alter table "engine" add column "busy" real not null default 0;
