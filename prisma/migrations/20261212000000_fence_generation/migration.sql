-- The generation of the database (system identifier and timeline) in which the engine registered; null: by an earlier version.
alter table "engine" add column "generation" text;
